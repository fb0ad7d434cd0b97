import { type Role, role } from '../../../contract/access.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { changedFields, recordAudit } from '../audit/index.ts'
import { withdrawKeysOf } from '../keys/index.ts'
import { leaveRecipientGroups } from '../recipient-groups/index.ts'
import { endSessionsOfMember, hashPassword, withHashingSlot } from '../sessions/index.ts'
import { endInvitation, expireInvitationsBy, findInvitation } from './invitation-repository.ts'
import {
  assertAdminRemains,
  assertGrantable,
  assertStaysAllowed,
  currentRole,
  managedMember,
  managingRole,
  openOrganization,
} from './membership-rules.ts'
import {
  changeMembership,
  deleteMembership,
  findMember,
  insertMembership,
  insertUser,
  isTaken,
  lockNames,
  lockRoles,
  type MemberRow,
  type MembershipFields,
  voidEmailChanges,
  voidEmailChangesAskedBy,
} from './repository.ts'

// Users are written past row-level security, whose role sees no password hash: every step names the organization.

export interface GivenMembership {
  role: Role
  is_alert_mail: boolean
  white_ips?: string | null | undefined
}

export const fieldsOf = (given: GivenMembership): MembershipFields => ({
  role: given.role,
  isAlertMail: given.is_alert_mail,
  whiteIps: given.white_ips?.split(',') ?? null,
})

/** As the audit keeps it. */
export const auditedOf = ({ role, isAlertMail, whiteIps }: MembershipFields) => ({
  role,
  is_alert_mail: isAlertMail,
  white_ips: whiteIps?.join(',') ?? null,
})

async function written(systemTx: Tx, { organizationId }: Session, userId: number): Promise<MemberRow> {
  const member = await findMember(systemTx, organizationId, userId)
  if (member === null) throw new Error('a membership was not written')
  return member
}

interface NewUser extends GivenMembership {
  username: string
  email: string
  password: string
}

export async function createUser(deps: Deps, session: Session, given: NewUser): Promise<MemberRow> {
  const { database, clock } = deps
  const { username, email } = given
  assertGrantable(given.role, session.role)
  return withHashingSlot({ known: `user ${session.userId}` }, async () => {
    const passwordHash = await hashPassword(given.password)
    const now = clock()
    return database.asSystem(async (tx) => {
      await lockRoles(tx)
      assertGrantable(given.role, await managingRole(tx, session))
      await openOrganization(tx, session, now)
      await lockNames(tx)
      const invitation = await findInvitation(tx, session.organizationId, { email })
      // The organization's own invitation reserves the name for the same person.
      if (await isTaken(tx, [username, email], now, { exceptInvitation: invitation?.id })) {
        throw new Failure('user_taken')
      }
      if (invitation !== null) await endInvitation(tx, invitation.id, now)
      const id = await insertUser(tx, { username, email, passwordHash }, now)
      await insertMembership(tx, session.organizationId, id, fieldsOf(given), now)
      await recordAudit(tx, session, {
        noun: 'user',
        subjectId: id,
        subjectName: username,
        action: 'create',
        before: {},
        after: { email, ...auditedOf(fieldsOf(given)) },
        at: now,
      })
      return written(tx, session, id)
    })
  })
}

interface ChangedMembership extends GivenMembership {
  is_closing_notice: boolean
}
type MembershipChanges = { [Field in keyof ChangedMembership]?: ChangedMembership[Field] | undefined }

const auditedMember = (member: MembershipFields & Pick<MemberRow, 'isClosingNotice'>) => ({
  ...auditedOf(member),
  is_closing_notice: member.isClosingNotice,
})

/** `address`: the caller’s. General users change their own notices and nothing else. */
export const updateMember = (
  { database, clock }: Deps,
  session: Session,
  userId: number,
  given: MembershipChanges,
  address: string,
): Promise<MemberRow> =>
  database.asSystem((tx) => updateMemberWithin(session, tx, userId, given, clock(), address))

/** The same in a system transaction that does more. `address`: null where the addresses do not change. */
export async function updateMemberWithin(
  session: Session,
  tx: Tx,
  userId: number,
  given: MembershipChanges,
  now: Date,
  address: string | null,
): Promise<MemberRow> {
  const { role: nextRole, is_alert_mail: isAlertMail, is_closing_notice: isClosingNotice } = given
  const whiteIps = given.white_ips === undefined ? undefined : (given.white_ips?.split(',') ?? null)
  await lockRoles(tx)
  const caller = await currentRole(tx, session)
  const managesOnlyNotices = nextRole === undefined && whiteIps === undefined && userId === session.userId
  if (caller === role.general && !managesOnlyNotices) throw new Failure('forbidden')
  const member = await managedMember(tx, session, userId, caller)
  if (nextRole !== undefined) {
    assertGrantable(nextRole, caller)
    await assertAdminRemains(tx, member, nextRole, now)
  }
  if (address !== null) assertStaysAllowed(session, userId, whiteIps, address)
  const changes = {
    ...(nextRole !== undefined && { role: nextRole }),
    ...(isAlertMail !== undefined && { isAlertMail }),
    ...(isClosingNotice !== undefined && { isClosingNotice }),
    ...(whiteIps !== undefined && { whiteIps }),
  }
  const changed = changedFields(auditedMember(member), auditedMember({ ...member, ...changes }))
  if (Object.keys(changed.after).length === 0) return member
  await changeMembership(tx, session.organizationId, userId, changes)
  if (nextRole !== undefined && nextRole !== member.role) {
    await voidEmailChanges(tx, userId, now)
    await dropRequestsOf(tx, session.organizationId, userId, nextRole, now)
  }
  await recordAudit(tx, session, {
    noun: 'user',
    subjectId: userId,
    subjectName: member.username,
    action: 'update',
    ...changed,
    at: now,
  })
  return written(tx, session, userId)
}

/** Drops what the person asked for as an administrator and may no longer ask for. `next`: the new role; null: removed. */
async function dropRequestsOf(
  tx: Tx,
  organizationId: number,
  userId: number,
  next: Role | null,
  now: Date,
): Promise<void> {
  await voidEmailChangesAskedBy(tx, organizationId, userId, now)
  await expireInvitationsBy(tx, organizationId, userId, next, now)
}

/** Returns the keys that were withdrawn with the membership. */
export async function removeMember(
  { database, clock }: Deps,
  session: Session,
  userId: number,
): Promise<{ id: number; name: string }[]> {
  const now = clock()
  return database.asSystem(async (tx) => {
    await lockRoles(tx)
    const caller = await managingRole(tx, session)
    const member = await managedMember(tx, session, userId, caller)
    await assertAdminRemains(tx, member, role.general, now)
    const keys = await withdrawKeysOf(tx, session.organizationId, userId, now)
    await endSessionsOfMember(tx, session.organizationId, userId, now)
    await leaveRecipientGroups(session, tx, userId, now)
    await deleteMembership(tx, session.organizationId, userId)
    await voidEmailChanges(tx, userId, now)
    await dropRequestsOf(tx, session.organizationId, userId, null, now)
    const audited = { at: now, action: 'delete' as const, after: {} }
    await recordAudit(tx, session, {
      ...audited,
      noun: 'user',
      subjectId: userId,
      subjectName: member.username,
      before: { email: member.email, ...auditedOf(member) },
    })
    for (const { id, name } of keys) {
      await recordAudit(tx, session, {
        ...audited,
        noun: 'key',
        subjectId: id,
        subjectName: name,
        before: { user: member.username },
      })
    }
    return keys
  })
}
