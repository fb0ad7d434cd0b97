import { createHash, randomBytes } from 'node:crypto'
import { role } from '../../../contract/access.ts'
import type { ErrorCode } from '../../../contract/calls/errors.ts'
import { invitationDays, type OpenedInvitation } from '../../../contract/invitations.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { isActive } from '../../db/organization-lookup.ts'
import type { Deps } from '../../deps.ts'
import { isoInZone } from '../../time-zone.ts'
import { recordAudit } from '../audit/index.ts'
import {
  hashPassword,
  isPassword,
  recordPasswordChange,
  setPassword,
  withHashingSlot,
} from '../sessions/index.ts'
import {
  countInvitationMails,
  endInvitation,
  findByToken,
  findInvitation,
  type InvitationRow,
  insertInvitation,
} from './invitation-repository.ts'
import { invitationMail } from './mails.ts'
import { assertGrantable, managingRole, openOrganization } from './membership-rules.ts'
import {
  findMember,
  findOrganizationState,
  findRole,
  findUserByEmail,
  insertMembership,
  insertUser,
  isTaken,
  lockNames,
  lockRoles,
  voidEmailChanges,
} from './repository.ts'
import { auditedOf, fieldsOf, type GivenMembership } from './service.ts'

const day = 86_400_000
/**
 * Mails in 24 hours: by one organization to one address, by all organizations to one address, and by one organization.
 * Inviting and withdrawing in a loop must not flood a mailbox.
 */
const maxMails = { ofBoth: 3, toAddress: 10, ofOrganization: 100 }

type Parts = Pick<Deps, 'jobs' | 'env' | 'clock'>

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex')

interface NewInvitation extends GivenMembership {
  email: string
  username?: string | undefined
}

/** Invites a person. Reveals only whether the address has an account, because the person is not a member yet. */
export const inviteUser = (deps: Deps, session: Session, given: NewInvitation): Promise<InvitationRow> =>
  deps.database.asSystem((tx) => inviteWithin(deps, session, tx, given))

/** The same in a system transaction that does more. */
export async function inviteWithin(
  deps: Parts,
  session: Session,
  tx: Tx,
  given: NewInvitation,
): Promise<InvitationRow> {
  const now = deps.clock()
  const { email, username } = given
  await lockRoles(tx)
  assertGrantable(given.role, await managingRole(tx, session))
  await openOrganization(tx, session, now)
  await lockNames(tx)
  const earlier = await findInvitation(tx, session.organizationId, { email })
  if (earlier !== null && earlier.expiresAt > now) throw alreadyInvited()
  if (earlier !== null) await endInvitation(tx, earlier.id, now)
  const user = await findUserByEmail(tx, email)
  if (user !== null && (await findMember(tx, session.organizationId, user.id)) !== null) {
    throw alreadyMember('email')
  }
  if (username === undefined) {
    if (user === null) throw unknownInvitee()
  } else if (await isTaken(tx, [username, email], now)) throw new Failure('user_taken')
  const invitation = await sendInvitation(deps, tx, session, now, {
    email,
    username: username ?? null,
    ...fieldsOf(given),
  })
  await recordAudit(tx, session, {
    noun: 'invitation',
    subjectId: invitation.id,
    subjectName: email,
    action: 'create',
    before: {},
    after: { ...(username !== undefined && { username }), ...auditedOf(invitation) },
    at: now,
  })
  return invitation
}

export async function resendInvitation(deps: Deps, session: Session, id: number): Promise<InvitationRow> {
  const now = deps.clock()
  return deps.database.asSystem(async (tx) => {
    const earlier = await managedInvitation(tx, session, id)
    await openOrganization(tx, session, now)
    await lockNames(tx)
    const { email, username, role: granted, isAlertMail, whiteIps } = earlier
    if ((await findUserByEmail(tx, email)) === null) {
      if (username === null) throw unknownInvitee()
      if (await isTaken(tx, [username], now, { exceptInvitation: id })) throw new Failure('user_taken')
    }
    await endInvitation(tx, id, now)
    const fields = { email, username, role: granted, isAlertMail, whiteIps }
    const invitation = await sendInvitation(deps, tx, session, now, fields)
    await recordAudit(tx, session, {
      noun: 'invitation',
      subjectId: invitation.id,
      subjectName: email,
      action: 'update',
      before: { expiresAt: earlier.expiresAt },
      after: { expiresAt: invitation.expiresAt },
      at: now,
    })
    return invitation
  })
}

export const withdrawInvitation = ({ database, clock }: Deps, session: Session, id: number): Promise<void> =>
  database.asSystem((tx) => withdrawWithin(session, tx, id, clock()))

/** The same in a system transaction that does more. */
export async function withdrawWithin(session: Session, tx: Tx, id: number, now: Date): Promise<void> {
  const invitation = await managedInvitation(tx, session, id)
  await endInvitation(tx, id, now)
  await recordAudit(tx, session, {
    noun: 'invitation',
    subjectId: id,
    subjectName: invitation.email,
    action: 'delete',
    before: auditedOf(invitation),
    after: {},
    at: now,
  })
}

/** Returns an invitation that the caller may send again or withdraw. Throws `not_found`. */
async function managedInvitation(tx: Tx, session: Session, id: number): Promise<InvitationRow> {
  await lockRoles(tx)
  const caller = await managingRole(tx, session)
  const invitation = await findInvitation(tx, session.organizationId, { id })
  if (invitation === null || invitation.role > caller) throw new Failure('not_found')
  return invitation
}

/** Returns how many invitations the organization may mail now. */
export async function mailsLeft(systemTx: Tx, { organizationId }: Session, now: Date): Promise<number> {
  const { ofOrganization } = await countInvitationMails(systemTx, organizationId, '', lastDay(now))
  return Math.max(0, maxMails.ofOrganization - ofOrganization)
}

const lastDay = (now: Date): Date => new Date(now.getTime() - day)

export const tooManyMails = '24時間に送信できる招待メールの上限に達しました。明日もう一度お試しください'

async function sendInvitation(
  { jobs, env }: Parts,
  tx: Tx,
  session: Session,
  now: Date,
  fields: Pick<InvitationRow, 'email' | 'username' | 'role' | 'isAlertMail' | 'whiteIps'>,
): Promise<InvitationRow> {
  const { organizationId } = session
  const mails = await countInvitationMails(tx, organizationId, fields.email, lastDay(now))
  if (
    mails.ofBoth >= maxMails.ofBoth ||
    mails.toAddress >= maxMails.toAddress ||
    mails.ofOrganization >= maxMails.ofOrganization
  ) {
    throw new Failure('too_many_requests', {
      retryAfter: day / 1000,
      issues: [
        {
          path: 'email',
          message: tooManyMails,
        },
      ],
    })
  }
  const code = randomBytes(32).toString('base64url')
  const invitation = await insertInvitation(tx, {
    ...fields,
    organizationId,
    invitedByUserId: session.userId,
    tokenHash: hashOf(code),
    createdAt: now,
    expiresAt: new Date(now.getTime() + invitationDays * day),
  })
  const organization = await findOrganizationState(tx, organizationId)
  if (organization === null) throw new Failure('not_found')
  await jobs.enqueue(tx, 'send-mail', [
    invitationMail(fields.email, organization, session.username, code, env.PUBLIC_URL),
  ])
  return invitation
}

/** Returns what the page shows that the link opens. */
export async function openInvitation({ database, clock }: Deps, code: string): Promise<OpenedInvitation> {
  const now = clock()
  return database.asSystem(async (tx) => {
    const { invitation, organization, user } = await validInvitation(tx, code, now)
    return {
      organization_name: organization.name,
      email: invitation.email,
      username: user?.username ?? invitation.username ?? '',
      needs_password: user === null || user.emailConfirmedAt === null,
      is_new: user === null,
      expires_at: isoInZone(organization.timeZone, invitation.expiresAt),
    }
  }, 'read only')
}

/**
 * Makes the person a member. The link proves that the caller reads the address’s mails. An account that was never
 * confirmed by a mail may have been created by somebody else who knows its password, so it gets a new one, and all its
 * sessions end.
 */
export async function acceptInvitation(
  deps: Deps,
  address: string,
  given: { invitation_code: string; new_password?: string | undefined },
): Promise<{ organization_name: string; organization_code: string; username: string }> {
  const { database, clock } = deps
  return withHashingSlot({ address }, async () => {
    const now = clock()
    const { user: known } = await database.asSystem(
      (tx) => validInvitation(tx, given.invitation_code, now),
      'read only',
    )
    const password = known === null || known.emailConfirmedAt === null ? given.new_password : undefined
    if (password !== undefined && known !== null && (await isPassword(known.passwordHash, password))) {
      throw refusedAt('new_password', 'password_unchanged', '現在のパスワードと同じです')
    }
    const passwordHash = password === undefined ? null : await hashPassword(password)
    return database.asSystem(async (tx) => {
      await lockRoles(tx)
      await lockNames(tx)
      const { invitation, organization, user } = await validInvitation(tx, given.invitation_code, now)
      if (!(await endInvitation(tx, invitation.id, now))) throw codeInvalid()
      const member = await becomeUser(tx, invitation, user, passwordHash, now)
      await joinOrganization(tx, invitation, member, now)
      const { name, code } = organization
      return { organization_name: name, organization_code: code, username: member.username }
    })
  })
}

type KnownUser = NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>

/** Returns the invited person’s account, with a confirmed address. */
async function becomeUser(
  tx: Tx,
  { email, username, id: exceptInvitation }: InvitationRow,
  user: KnownUser | null,
  passwordHash: string | null,
  now: Date,
): Promise<{ id: number; username: string }> {
  const neededHash = () => {
    if (passwordHash !== null) return passwordHash
    throw refusedAt('new_password', 'validation_failed', 'パスワードを入力してください')
  }
  if (user === null) {
    if (username === null) throw codeInvalid()
    if (await isTaken(tx, [username], now, { exceptInvitation })) {
      throw refusedAt(
        'invitation_code',
        'user_taken',
        'このユーザー名はすでに使用されています。招待した管理者にお問い合わせください',
      )
    }
    const fields = { username, email, passwordHash: neededHash(), emailConfirmedAt: now }
    return { id: await insertUser(tx, fields, now), username }
  }
  if (user.emailConfirmedAt === null) {
    await setPassword(tx, user.id, neededHash(), now, { isConfirmed: true })
    await recordPasswordChange(tx, { userId: user.id, key: null }, now)
  }
  return user
}

async function joinOrganization(
  tx: Tx,
  invitation: InvitationRow,
  { id: userId, username }: { id: number; username: string },
  now: Date,
): Promise<void> {
  const { organizationId, email, role: granted, isAlertMail, whiteIps } = invitation
  if ((await findMember(tx, organizationId, userId)) !== null) throw alreadyMember('invitation_code')
  await insertMembership(tx, organizationId, userId, { role: granted, isAlertMail, whiteIps }, now)
  // A change that was asked for in another organization would give this membership to the reader of the new mailbox.
  await voidEmailChanges(tx, userId, now)
  await recordAudit(
    tx,
    { organizationId, userId, key: null },
    {
      noun: 'user',
      subjectId: userId,
      subjectName: username,
      action: 'create',
      before: {},
      after: { email, ...auditedOf(invitation) },
      at: now,
    },
  )
}

/** Throws if the link is unknown or no longer valid, or if the person who sent it may no longer invite. */
async function validInvitation(tx: Tx, code: string, now: Date) {
  const invitation = await findByToken(tx, hashOf(code.trim()), now)
  const organization = invitation && (await findOrganizationState(tx, invitation.organizationId))
  if (invitation === null || organization === null) throw codeInvalid()
  const { here, isSystem } = await findRole(tx, invitation.organizationId, invitation.invitedByUserId)
  const inviter = isSystem ? role.system : here
  if (inviter === null || inviter === role.general || inviter < invitation.role) throw codeInvalid()
  if (!isActive(organization, now)) throw new Failure('organization_stopped')
  const user = await findUserByEmail(tx, invitation.email)
  if (user === null && invitation.username === null) throw codeInvalid()
  return { invitation, organization, user }
}

const refusedAt = (path: string, code: ErrorCode, message: string) =>
  new Failure(code, { issues: [{ path, message }] })

const unknownInvitee = () =>
  refusedAt('email', 'invitee_unknown', 'このメールアドレスのユーザーは登録されていません')

const alreadyInvited = () =>
  refusedAt('email', 'already_invited', 'このメールアドレスは招待中です。招待中の一覧から再送できます')

const alreadyMember = (path: string) =>
  refusedAt(path, 'already_member', 'このユーザーはすでにこの組織に所属しています')

const codeInvalid = () =>
  refusedAt(
    'invitation_code',
    'confirmation_code_invalid',
    '招待が見つからないか、有効期限が切れています。招待した管理者に再送を依頼してください',
  )
