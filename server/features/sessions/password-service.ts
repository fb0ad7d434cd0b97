import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Failure, type Session } from '../../api/call.ts'
import type { Deps } from '../../deps.ts'
import { isActive } from '../organizations/status.ts'
import { hashPassword, isPassword } from './passwords.ts'
import {
  addCode,
  countCodesSince,
  findPasswordHash,
  findRecipient,
  setPassword,
  tryCodes,
} from './repository.ts'
import type { Caller } from './service.ts'
import { beginAttempt } from './throttle.ts'
import { verifyToken } from './tokens.ts'

/** 32 signs that nobody mixes up: ten of them are 50 bits. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeMinutes = 30
/** Of 50 bits these are nothing, and too many for a stranger to use up a colleague's code at one address. */
const mostTries = 100
/** So many letters in the life of one code: nobody's mailbox is filled by a stranger. */
const mostCodes = 3
/** Longer than looking up and writing take, so that the time tells nothing either. */
const answerFloorMs = 250

/** Sends a confirmation code if there is such an account; takes and says the same if there is none. */
export async function forgotPassword(
  deps: Deps,
  given: { organization_code: string; email: string },
): Promise<void> {
  await Promise.all([requestCode(deps, given), setTimeout(answerFloorMs)])
}

async function requestCode(deps: Deps, given: { organization_code: string; email: string }): Promise<void> {
  const now = deps.clock()
  await deps.database.asSystem(async (tx) => {
    const recipient = await findRecipient(tx, given.organization_code, given.email)
    if (recipient === null || !isActive(recipient, now)) return
    const since = new Date(now.getTime() - codeMinutes * 60_000)
    if ((await countCodesSince(tx, recipient.userId, since)) >= mostCodes) return
    const code = Array.from({ length: 10 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
    const expiresAt = new Date(now.getTime() + codeMinutes * 60_000)
    await addCode(tx, recipient.userId, hashCode(deps, code), now, expiresAt)
    await deps.jobs.sendMail(
      tx,
      letter(recipient, `${code.slice(0, 5)}-${code.slice(5)}`, deps.env.PUBLIC_URL),
    )
  })
}

function letter(recipient: { username: string; email: string }, code: string, publicUrl: string | undefined) {
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

export async function confirmForgotPassword(
  { deps, address }: Caller,
  given: {
    confirmation_code: string
    username: string
    new_password: string
    confirm_new_password: string
  },
): Promise<void> {
  if (given.new_password !== given.confirm_new_password) {
    throw new Failure('passwords_differ', {
      issues: [{ path: 'confirm_new_password', message: '新しいパスワードと一致しません' }],
    })
  }
  const now = deps.clock()
  const attempt = await beginAttempt(deps.database, now, `code\n${given.username}`, address)
  const passwordHash = await hashPassword(given.new_password)
  const code = hashCode(deps, readCode(given.confirmation_code))
  const done = await deps.database.asSystem(async (tx) => {
    const candidates = await tryCodes(tx, given.username, now, mostTries)
    const found = candidates.find(({ codeHash }) => timingSafeEqual(Buffer.from(codeHash), Buffer.from(code)))
    // Returned, not thrown: the counted try must be kept.
    if (found === undefined) return false
    await setPassword(tx, found.userId, passwordHash, now)
    return true
  })
  if (!done) {
    throw new Failure('confirmation_code_invalid', {
      issues: [{ path: 'confirmation_code', message: '確認コードが正しくないか、有効期限が切れています' }],
    })
  }
  await attempt.succeeded()
}

export async function changePassword(
  { deps, address }: Caller,
  session: Session,
  given: { previous_password: string; proposed_password: string; access_token: string },
): Promise<void> {
  const now = deps.clock()
  const subject = await verifyToken(deps.secrets.tokenKey, 'password', given.access_token, now)
  if (subject?.sessionId !== session.sessionId) throw new Failure('forbidden')
  const attempt = await beginAttempt(deps.database, now, `user\n${session.userId}`, address)
  const kept = await deps.database.asSystem((tx) => findPasswordHash(tx, session.userId))
  if (!(await isPassword(kept, given.previous_password))) throw new Failure('password_incorrect')
  await attempt.succeeded()
  const passwordHash = await hashPassword(given.proposed_password)
  await deps.database.asSystem((tx) => setPassword(tx, session.userId, passwordHash, now))
}

const hashCode = (deps: Deps, code: string): string =>
  createHmac('sha256', deps.secrets.codeKey).update(code).digest('hex')

/** As people type it: any case, with or without hyphen and spaces, also in full-width letters. */
const readCode = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
