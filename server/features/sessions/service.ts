import type { Tokens } from '../../../contract/sessions.ts'
import { Failure } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import type { Log } from '../../log.ts'
import { acquireAnonymousSlot } from './anonymous-limit.ts'
import { assertAccess } from './authenticate.ts'
import { createMark, hashMark, isValidMark } from './device-mark.ts'
import { warnOfGuessing } from './guessing.ts'
import { isPassword } from './hash-password.ts'
import { withHashingSlot } from './hashing-slots.ts'
import {
  addRefreshToken,
  consumeRefreshToken,
  createSession,
  endSession,
  findAccount,
  findMembership,
  hasSignedInFrom,
  isDeviceMarked,
  lockPasswordHash,
  lockRefreshToken,
  type Membership,
  markDevice,
  moveSession,
  reconsumeRefreshToken,
} from './repository.ts'
import { beginAttempt } from './throttle.ts'
import { hashRefreshToken, makeRefreshToken, refreshDays, signToken } from './tokens.ts'

/** Two tabs may refresh at once with the same token; for this long the second is accepted. */
const graceMs = 10_000

export interface CallContext {
  deps: Deps
  log: Log
  address: string
  userAgent: string | null
}

interface Credentials {
  organization_code: string
  username: string
  password: string
}

interface SignInResult {
  tokens: Tokens
  mark: string
}

/** `mark`: from an earlier sign-in; the answer’s is to be kept. */
export function login(caller: CallContext, given: Credentials, mark: string | null): Promise<SignInResult> {
  const { deps, address } = caller
  const isKnown = mark !== null && isValidMark(deps.secrets.deviceKey, mark)
  return withHashingSlot(isKnown ? { known: `device ${mark}` } : { address }, () =>
    signIn(caller, given, mark),
  )
}

async function signIn(
  { deps, address, userAgent }: CallContext,
  { organization_code: code, username, password }: Credentials,
  mark: string | null,
): Promise<SignInResult> {
  const now = deps.clock()
  const { account, device, isFamiliar } = await deps.database.asSystem(async (tx) => {
    const account = await findAccount(tx, code, username)
    const hash = mark === null ? null : hashMark(mark)
    // Queried for unknown accounts too, against timing attacks.
    const known = hash !== null && (await isDeviceMarked(tx, hash, account?.userId ?? 0))
    const isNetworkKnown = await hasSignedInFrom(tx, account?.userId ?? 0, address)
    return { account, device: known ? hash : null, isFamiliar: known || isNetworkKnown }
  })
  const attempt = await beginAttempt(deps.database, now, {
    account: `${code}\n${username}`,
    userId: account?.userId ?? null,
    address,
    device,
    isKnown: device !== null,
    countedEverywhere: isFamiliar ? null : 'person',
  })
  const matches = await isPassword(attempt.isMasked ? null : (account?.passwordHash ?? null), password)
  if (account === null || !matches) {
    if (account !== null && attempt.isSuspicious) warnOfGuessing(deps, account.userId, now)
    throw new Failure('login_failed')
  }
  await attempt.succeeded()
  assertAccess(account, address, now)
  return deps.database.asSystem(async (tx) => {
    // Verifying takes a while: a password that was replaced in the meantime must not open a session.
    if ((await lockPasswordHash(tx, account.userId)) !== account.passwordHash)
      throw new Failure('login_failed')
    const sessionId = await createSession(tx, account.userId, account.organizationId, now, {
      address,
      userAgent,
    })
    const { deviceKey } = deps.secrets
    const kept = mark !== null && isValidMark(deviceKey, mark) ? mark : createMark(deviceKey)
    await markDevice(tx, hashMark(kept), account.userId, now)
    return { tokens: await issueTokens(deps, tx, account, sessionId, now), mark: kept }
  })
}

interface RefreshRequest {
  refresh_token: string
  organization_name?: string | undefined
}

export async function refresh(caller: CallContext, given: RefreshRequest): Promise<Tokens> {
  const end = await acquireAnonymousSlot(caller.address)
  try {
    return await exchange(caller, given)
  } finally {
    end()
  }
}

async function exchange({ deps, log, address }: CallContext, given: RefreshRequest): Promise<Tokens> {
  const now = deps.clock()
  const tokens = await deps.database.asSystem(async (tx) => {
    const held = await lockRefreshToken(tx, hashRefreshToken(given.refresh_token))
    if (held === null || held.session.revokedAt !== null || held.token.expiresAt <= now) return null
    const { token, session } = held
    const late = token.usedAt !== null && now.getTime() - token.usedAt.getTime() > graceMs
    // None of its successors was used: the answer was lost, perhaps repeatedly.
    const answerLost = session.unconfirmedTokenId === token.id
    if (late && !answerLost) {
      log.warn({ sessionId: session.id, userId: session.userId }, 'refresh token used twice: session closed')
      // Returned, not thrown: the revocation must commit.
      await endSession(tx, session.id, 'refresh_token_reused', now)
      return null
    }
    const { organization_name: name } = given
    const membership = await findMembership(
      tx,
      session.userId,
      name === undefined || name === '' ? { id: session.organizationId } : { name },
    )
    if (membership === null) throw new Failure('refresh_failed')
    assertAccess(membership, address, now)
    if (token.usedAt === null) await consumeRefreshToken(tx, token.id, session.id, now)
    else if (late) await reconsumeRefreshToken(tx, token, token.usedAt, now)
    await moveSession(tx, session.id, membership.organizationId, now)
    return issueTokens(deps, tx, membership, session.id, now)
  })
  if (tokens === null) throw new Failure('refresh_failed')
  return tokens
}

async function issueTokens(
  deps: Deps,
  tx: Tx,
  membership: Membership,
  sessionId: number,
  now: Date,
): Promise<Tokens> {
  const { userId, organizationId, organizationName } = membership
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
