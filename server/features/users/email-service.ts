import { createHash, randomBytes } from 'node:crypto'
import { type Role, role } from '../../../contract/access.ts'
import { Failure, type Session, sessionIdOf } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../audit/index.ts'
import { lockOpenSession, voidCodes } from '../sessions/index.ts'
import { changeAskedMail, changedMail, confirmationMail } from './mails.ts'
import { currentRole, managedMember } from './membership-rules.ts'
import {
  addEmailChange,
  consumeEmailChange,
  countEmailChangesSince,
  countMemberships,
  type EmailChangeRow,
  findMember,
  findRole,
  isTaken,
  lockNames,
  lockRoles,
  lockUserOfEmailChange,
  setConfirmedEmail,
  withdrawPendingEmail,
} from './repository.ts'

const minutes = 60
/** Mails about one user, or to one address, within `minutes`, so that nobody’s mailbox is flooded. */
const maxChanges = 5

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex')

interface Given {
  email: string
  role?: Role | undefined
}

/**
 * Mails a code to the new address and tells the old one. An administrator may not do this for somebody who belongs to
 * other organizations too: the owner of the mailbox can reset the password, and so gets into the other organizations.
 */
export async function changeEmail(
  { database, jobs, clock, env }: Deps,
  session: Session,
  userId: number,
  given: Given,
): Promise<void> {
  // A key does not take over its user.
  const sessionId = sessionIdOf(session)
  const now = clock()
  await database.asSystem(async (tx) => {
    // Before the session, as accepting an invitation does, which ends the sessions.
    await lockNames(tx)
    // Otherwise a call that was authenticated just before the password was replaced could leave a change behind.
    if (!(await lockOpenSession(tx, sessionId))) throw new Failure('unauthenticated')
    const caller = await currentRole(tx, session)
    const isOwn = userId === session.userId
    const member = await managedMember(tx, session, userId, caller)
    if (!isOwn && caller === role.general) throw new Failure('forbidden')
    if (given.role !== undefined && given.role !== member.role) {
      throw refused('validation_failed', 'role', '権限はユーザーの編集で変更してください')
    }
    if (!isOwn && caller !== role.system && (await countMemberships(tx, userId)) > 1) {
      throw refused(
        'forbidden',
        'email',
        '他の組織にも所属しているユーザーのメールアドレスは、本人だけが変更できます',
      )
    }
    if (member.email.toLowerCase() === given.email.toLowerCase()) {
      throw refused('email_unchanged', 'email', 'メールアドレスが変更されていません')
    }
    if (await isTaken(tx, [given.email], now, { exceptUser: userId })) throw taken()
    const since = new Date(now.getTime() - minutes * 60_000)
    for (const about of [{ userId }, { email: given.email }]) {
      if ((await countEmailChangesSince(tx, about, since)) >= maxChanges) {
        throw new Failure('too_many_requests', { retryAfter: minutes * 60 })
      }
    }
    const code = randomBytes(32).toString('base64url')
    await addEmailChange(
      tx,
      {
        userId,
        organizationId: session.organizationId,
        requestedByUserId: session.userId,
        email: given.email,
        tokenHash: hashOf(code),
        createdAt: now,
        expiresAt: new Date(now.getTime() + minutes * 60_000),
      },
      now,
    )
    await jobs.enqueue(tx, 'send-mail', [
      confirmationMail(member, given.email, code, minutes, env.PUBLIC_URL),
    ])
    await jobs.enqueue(tx, 'send-mail', [changeAskedMail(member, given.email, session.username)])
  })
}

/**
 * Makes the code of a pending change invalid, so that the address stays as it is. An administrator may do this for every
 * member, because it gives nobody access to anything.
 */
export async function withdrawEmailChange(
  { database, clock }: Deps,
  session: Session,
  userId: number,
): Promise<void> {
  const now = clock()
  await database.asSystem(async (tx) => {
    await lockNames(tx)
    const caller = await currentRole(tx, session)
    const member = await managedMember(tx, session, userId, caller)
    if (userId !== session.userId && caller === role.general) throw new Failure('forbidden')
    const email = await withdrawPendingEmail(tx, session.organizationId, userId, now)
    if (email === null) throw new Failure('not_found')
    await recordAudit(tx, session, {
      noun: 'user',
      subjectId: userId,
      subjectName: member.username,
      action: 'update',
      before: { pending_email: email },
      after: { pending_email: null },
      at: now,
    })
  })
}

/**
 * Returns whether the change could still be asked for: the requester may have lost the role, and the member may have joined
 * another organization. A role held through another organization counts only for system administrators.
 */
async function isStillAllowed(tx: Tx, change: EmailChangeRow): Promise<boolean> {
  const { userId, organizationId, requestedByUserId } = change
  const member = await findMember(tx, organizationId, userId)
  if (member === null || requestedByUserId === userId) return member !== null
  const { here, isSystem } = await findRole(tx, organizationId, requestedByUserId)
  const requester = isSystem ? role.system : here
  if (requester === null || requester === role.general || requester < member.role) return false
  return requester === role.system || (await countMemberships(tx, userId)) === 1
}

/** The new address applies from here on, and counts as confirmed. Codes sent to the old one become invalid. */
export async function confirmEmail({ database, jobs, clock }: Deps, code: string): Promise<string> {
  const now = clock()
  return database.asSystem(async (tx) => {
    await lockRoles(tx)
    // Names and the user before the change, because calls that drop a pending change hold these.
    await lockNames(tx)
    const tokenHash = hashOf(code.trim())
    const user = await lockUserOfEmailChange(tx, tokenHash)
    const change = await consumeEmailChange(tx, tokenHash, now)
    if (change === null || user === null || !(await isStillAllowed(tx, change))) {
      throw refused(
        'confirmation_code_invalid',
        'confirmation_code',
        '確認コードが正しくないか、有効期限が切れています',
      )
    }
    if (await isTaken(tx, [change.email], now, { exceptUser: change.userId })) throw taken()
    await setConfirmedEmail(tx, change.userId, change.email, now)
    await voidCodes(tx, change.userId, now)
    const { organizationId, requestedByUserId } = change
    await recordAudit(
      tx,
      { organizationId, userId: requestedByUserId, key: null },
      {
        noun: 'user',
        subjectId: change.userId,
        subjectName: user.username,
        action: 'update',
        before: { email: user.email },
        after: { email: change.email },
        at: now,
      },
    )
    await jobs.enqueue(tx, 'send-mail', [changedMail(user, change.email)])
    return change.email
  })
}

const refused = (
  code: 'validation_failed' | 'forbidden' | 'email_unchanged' | 'confirmation_code_invalid' | 'email_taken',
  path: string,
  message: string,
) => new Failure(code, { issues: [{ path, message }] })

const taken = () => refused('email_taken', 'email', '既に使用されているメールアドレスです')
