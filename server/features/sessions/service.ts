import type { Tokens } from '../../../contract/sessions.ts'
import { Failure } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps, Log } from '../../deps.ts'
import { takeAnonymousTurn } from './anonymous-limit.ts'
import { hashMark, isOurMark, makeMark } from './device-mark.ts'
import { whileHashing } from './hashing.ts'
import { isPassword } from './passwords.ts'
import { admit } from './authenticate.ts'
import {
  addRefreshToken,
  createSession,
  endSession,
  findAccount,
  findStanding,
  holdRefreshToken,
  isDeviceMarked,
  markDevice,
  moveSession,
  respendRefreshToken,
  type Standing,
  spendRefreshToken,
} from './repository.ts'
import { beginAttempt } from './throttle.ts'
import { hashRefreshToken, makeRefreshToken, refreshDays, signToken } from './tokens.ts'

/** Two tabs that refresh at once both send the same token; so long the second is believed. */
const graceMs = 10_000

export interface Caller {
  deps: Deps
  log: Log
  address: string
}

interface Credentials {
  organization_code: string
  username: string
  password: string
}

interface SignedIn {
  tokens: Tokens
  mark: string
}

/** `mark` is what the device was given at an earlier sign-in; the answer’s is what it is to keep from now on. */
export function login(caller: Caller, given: Credentials, mark: string | null): Promise<SignedIn> {
  const { deps, address } = caller
  const isKnown = mark !== null && isOurMark(deps.secrets.deviceKey, mark)
  return whileHashing(isKnown ? { known: `device ${mark}` } : { address }, () => signIn(caller, given, mark))
}

async function signIn(
  { deps, address }: Caller,
  { organization_code: code, username, password }: Credentials,
  mark: string | null,
): Promise<SignedIn> {
  const now = deps.clock()
  const { account, device } = await deps.database.asSystem(async (tx) => {
    const account = await findAccount(tx, code, username)
    const hash = mark === null ? null : hashMark(mark)
    // Asked for unknown accounts too, so that the time tells nothing.
    const known = hash !== null && (await isDeviceMarked(tx, hash, account?.userId ?? 0))
    return { account, device: known ? hash : null }
  })
  const attempt = await beginAttempt(deps.database, now, {
    account: `${code}\n${username}`,
    userId: account?.userId ?? null,
    address,
    device,
    isKnown: device !== null,
  })
  const matches = await isPassword(attempt.isWithheld ? null : (account?.passwordHash ?? null), password)
  if (account === null || !matches) throw new Failure('login_failed')
  await attempt.succeeded()
  admit(account, address, now)
  return deps.database.asSystem(async (tx) => {
    const sessionId = await createSession(tx, account.userId, account.organizationId, now)
    const { deviceKey } = deps.secrets
    const kept = mark !== null && isOurMark(deviceKey, mark) ? mark : makeMark(deviceKey)
    await markDevice(tx, hashMark(kept), account.userId, now)
    return { tokens: await issue(deps, tx, account, sessionId, now), mark: kept }
  })
}

interface RefreshRequest {
  refresh_token: string
  organization_name?: string | undefined
}

export async function refresh(caller: Caller, given: RefreshRequest): Promise<Tokens> {
  const end = await takeAnonymousTurn(caller.address)
  try {
    return await exchange(caller, given)
  } finally {
    end()
  }
}

async function exchange({ deps, log, address }: Caller, given: RefreshRequest): Promise<Tokens> {
  const now = deps.clock()
  const tokens = await deps.database.asSystem(async (tx) => {
    const held = await holdRefreshToken(tx, hashRefreshToken(given.refresh_token))
    if (held === null || held.session.revokedAt !== null || held.token.expiresAt <= now) return null
    const { token, session } = held
    const late = token.usedAt !== null && now.getTime() - token.usedAt.getTime() > graceMs
    // Nothing it was exchanged for was ever used: the answer was lost on its way, perhaps more than once.
    const answerLost = session.unconfirmedTokenId === token.id
    if (late && !answerLost) {
      log.warn({ sessionId: session.id, userId: session.userId }, 'refresh token used twice: session closed')
      // Returned, not thrown: the end of the session must be kept.
      await endSession(tx, session.id, 'refresh_token_reused', now)
      return null
    }
    const { organization_name: name } = given
    const standing = await findStanding(
      tx,
      session.userId,
      name === undefined || name === '' ? { id: session.organizationId } : { name },
    )
    if (standing === null) throw new Failure('refresh_failed')
    admit(standing, address, now)
    if (token.usedAt === null) await spendRefreshToken(tx, token.id, session.id, now)
    else if (late) await respendRefreshToken(tx, token, token.usedAt, now)
    await moveSession(tx, session.id, standing.organizationId, now)
    return issue(deps, tx, standing, session.id, now)
  })
  if (tokens === null) throw new Failure('refresh_failed')
  return tokens
}

async function issue(deps: Deps, tx: Tx, standing: Standing, sessionId: number, now: Date): Promise<Tokens> {
  const { userId, organizationId, organizationName } = standing
  const subject = { userId, sessionId, organizationId }
  const { token, hash } = makeRefreshToken()
  await addRefreshToken(tx, sessionId, hash, now, new Date(now.getTime() + refreshDays * 86_400_000))
  return {
    id_token: await signToken(deps.secrets.tokenKey, 'id', subject, now),
    access_token: await signToken(deps.secrets.tokenKey, 'password', subject, now),
    refresh_token: token,
    organization: { name: organizationName },
  }
}
