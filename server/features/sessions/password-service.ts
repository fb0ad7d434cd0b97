import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { Failure, type Session, sessionIdOf } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { isActive } from '../../db/organization-lookup.ts'
import type { Deps } from '../../deps.ts'
import type { CodeJob } from '../../queue/job-types.ts'
import { recordAudit } from '../audit/index.ts'
import { acquireAnonymousSlot } from './anonymous-limit.ts'
import { createMark, hashMark } from './device-mark.ts'
import { warnOfGuessing } from './guessing.ts'
import { hashPassword, isPassword } from './hash-password.ts'
import { withHashingSlot } from './hashing-slots.ts'
import {
  addCode,
  consumeCode,
  countCodesSince,
  findCodes,
  findPasswordHash,
  findRecipient,
  lockPasswordHash,
  markDevice,
  membershipsOf,
  setPassword,
} from './repository.ts'
import type { CallContext } from './service.ts'
import { beginAttempt } from './throttle.ts'
import { verifyToken } from './tokens.ts'

/**
 * 32 unambiguous characters: ten of them are 50 bits. Wrong tries do not invalidate a code, else anonymous callers
 * could block a person. At 2,000 tries a second, the very most a server takes, guessing one of three codes in its half
 * hour succeeds once in 100 million.
 */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeMinutes = 30
/** Mails per lifetime of a code, so that nobody’s mailbox is flooded. */
const maxCodes = 3

/** Left to a job: neither answer nor timing reveals whether an account exists. A failure to enqueue is logged. */
export async function forgotPassword({ deps, log, address }: CallContext, given: CodeJob): Promise<void> {
  const end = await acquireAnonymousSlot(address)
  deps.database
    .asSystem((tx) => deps.jobs.enqueue(tx, 'send-code', [given]))
    .catch((error: unknown) => log.error({ err: error }, 'a confirmation code was not enqueued'))
    .finally(end)
}

type CodeParts = Pick<Deps, 'env' | 'secrets' | 'database' | 'jobs' | 'clock'>

export async function sendConfirmationCode(deps: CodeParts, given: CodeJob): Promise<void> {
  const now = deps.clock()
  await deps.database.asSystem(async (tx) => {
    const recipient = await findRecipient(tx, given.organization_code, given.email)
    if (recipient === null || !isActive(recipient, now)) return
    const since = new Date(now.getTime() - codeMinutes * 60_000)
    if ((await countCodesSince(tx, recipient.userId, since)) >= maxCodes) return
    const code = Array.from({ length: 10 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
    const expiresAt = new Date(now.getTime() + codeMinutes * 60_000)
    await addCode(tx, recipient.userId, hashCode(deps, code), now, expiresAt)
    const text = `${code.slice(0, 5)}-${code.slice(5)}`
    await deps.jobs.enqueue(tx, 'send-mail', [codeMail(recipient, text, deps.env.PUBLIC_URL)])
  })
}

function codeMail(
  recipient: { username: string; email: string },
  code: string,
  publicUrl: string | undefined,
) {
  return {
    to: recipient.email,
    subject: '【検針】パスワード再設定の確認コード',
    text: [
      `${recipient.username} 様`,
      '',
      'パスワードの再設定を受け付けました。',
      '新しいパスワードの設定画面で、次の確認コードとユーザー名を入力してください。',
      '',
      `確認コード: ${code}`,
      `ユーザー名: ${recipient.username}`,
      ...(publicUrl === undefined ? [] : [`設定画面: ${publicUrl}/new-password`]),
      '',
      `確認コードの有効期限は${codeMinutes}分です。`,
      'お心当たりがない場合は、このメールを破棄してください。パスワードは変更されません。',
      '',
    ].join('\n'),
  }
}

interface NewPassword {
  confirmation_code: string
  username: string
  new_password: string
  confirm_new_password: string
}

/** Returns a device mark: the caller has proved access to the account’s mailbox. */
export async function confirmForgotPassword(
  caller: CallContext,
  given: NewPassword,
): Promise<{ mark: string }> {
  if (given.new_password !== given.confirm_new_password) {
    throw new Failure('passwords_differ', {
      issues: [{ path: 'confirm_new_password', message: '新しいパスワードと一致しません' }],
    })
  }
  return withHashingSlot({ address: caller.address }, () => replacePassword(caller, given))
}

async function replacePassword(
  { deps, address }: CallContext,
  given: NewPassword,
): Promise<{ mark: string }> {
  const now = deps.clock()
  const code = hashCode(deps, normalizeCode(given.confirmation_code))
  const codes = await deps.database.asSystem((tx) => findCodes(tx, given.username, now), 'read only')
  const found = codes.find(({ codeHash }) => timingSafeEqual(Buffer.from(codeHash), Buffer.from(code)))
  if (found === undefined) {
    // Only failures are throttled: others’ guesses do not block the right code.
    await beginAttempt(deps.database, now, {
      account: `code\n${given.username}`,
      userId: null,
      address,
      isKnown: false,
      countedEverywhere: null,
    })
    throw codeInvalid()
  }
  if (await isPassword(found.passwordHash, given.new_password)) throw unchanged('new_password')
  const passwordHash = await hashPassword(given.new_password)
  const mark = createMark(deps.secrets.deviceKey)
  await deps.database.asSystem(async (tx) => {
    // Before the code, because calls that replace the password lock the user first.
    await lockPasswordHash(tx, found.userId)
    if (!(await consumeCode(tx, found.id, now))) throw codeInvalid()
    await setPassword(tx, found.userId, passwordHash, now, { isConfirmed: true })
    await recordPasswordChange(tx, { userId: found.userId, key: null }, now)
    await markDevice(tx, hashMark(mark), found.userId, now)
  })
  return { mark }
}

export async function changePassword(
  { deps, address }: CallContext,
  session: Session,
  given: { previous_password: string; proposed_password: string; access_token: string },
): Promise<void> {
  const now = deps.clock()
  const subject = await verifyToken(deps.secrets.tokenKey, 'password', given.access_token, now)
  if (subject?.sessionId !== sessionIdOf(session)) throw new Failure('forbidden')
  const { userId } = session
  await withHashingSlot({ known: `user ${userId}` }, async () => {
    const attempt = await beginAttempt(deps.database, now, {
      account: `user\n${userId}`,
      userId,
      address,
      isKnown: true,
      // Only failures of sessions: strangers who fail to sign in do not keep anybody from changing the password.
      countedEverywhere: 'name',
    })
    const kept = await deps.database.asSystem((tx) => findPasswordHash(tx, userId))
    if (!(await isPassword(kept, given.previous_password))) {
      if (attempt.isSuspicious) warnOfGuessing(deps, userId, now)
      throw new Failure('password_incorrect')
    }
    await attempt.succeeded()
    if (given.proposed_password === given.previous_password) throw unchanged('proposed_password')
    const passwordHash = await hashPassword(given.proposed_password)
    await deps.database.asSystem(async (tx) => {
      // Hashing takes a while: a password that was replaced in the meantime must not be overwritten.
      if ((await lockPasswordHash(tx, userId)) !== kept) throw new Failure('password_incorrect')
      await setPassword(tx, userId, passwordHash, now)
      await recordPasswordChange(tx, session, now)
    })
  })
}

/** In each organization of the person, who signs in to all of them by it. */
export async function recordPasswordChange(
  tx: Tx,
  session: Pick<Session, 'userId' | 'key'>,
  at: Date,
): Promise<void> {
  for (const { organizationId, username } of await membershipsOf(tx, session.userId)) {
    await recordAudit(
      tx,
      { ...session, organizationId },
      {
        noun: 'user',
        subjectId: session.userId,
        subjectName: username,
        action: 'update',
        before: {},
        after: { password: true },
        at,
      },
    )
  }
}

const codeInvalid = () =>
  new Failure('confirmation_code_invalid', {
    issues: [{ path: 'confirmation_code', message: '確認コードが正しくないか、有効期限が切れています' }],
  })

const unchanged = (path: string) =>
  new Failure('password_unchanged', { issues: [{ path, message: '現在のパスワードと同じです' }] })

const hashCode = (deps: Pick<Deps, 'secrets'>, code: string): string =>
  createHmac('sha256', deps.secrets.codeKey).update(code).digest('hex')

/** Any case, width, hyphens and spaces are accepted. */
const normalizeCode = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
