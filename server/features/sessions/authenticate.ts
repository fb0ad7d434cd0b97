import type { FastifyRequest } from 'fastify'
import { Failure, type Session } from '../../api/call.ts'
import { isActive } from '../../db/organization-lookup.ts'
import type { Deps } from '../../deps.ts'
import { isIpAllowed } from '../../ip-address.ts'
import { findCaller, type Membership, touchSession } from './repository.ts'
import { verifyToken } from './tokens.ts'

const touchInterval = 60_000

/**
 * The session of a request, looked up each time, so that revocation takes effect at once. Throws `unauthenticated`,
 * `organization_inactive` or `address_refused`.
 */
export async function authenticate(deps: Deps, request: FastifyRequest): Promise<Session> {
  const now = deps.clock()
  const token = bearerTokenOf(request)
  const subject = token === null ? null : await verifyToken(deps.secrets.tokenKey, 'id', token, now)
  if (subject === null) throw new Failure('unauthenticated')
  // A token from before the session switched organizations finds no caller.
  const caller = await findCaller(deps.database, subject)
  if (caller === null) throw new Failure('unauthenticated')
  assertAccess(caller, request.address, now)
  const { sessionId, userId, organizationId } = subject
  const unseen = now.getTime() - caller.lastUsedAt.getTime() > touchInterval
  if (unseen || caller.isUnconfirmed) {
    await deps.database.asSystem((tx) => touchSession(tx, sessionId, now))
  }
  const { username, role, timeZone } = caller
  return { sessionId, key: null, userId, username, organizationId, role, timeZone }
}

const bearerTokenOf = ({ headers }: FastifyRequest): string | null =>
  /^Bearer ([\w.-]+)$/i.exec(headers.authorization ?? '')?.[1] ?? null

/** The session id of the request’s token, valid or expired; null for a token that is not ours. */
export async function sessionIdOfToken(deps: Deps, request: FastifyRequest): Promise<number | null> {
  const token = bearerTokenOf(request)
  if (token === null) return null
  // No token has expired by then.
  const subject = await verifyToken(deps.secrets.tokenKey, 'id', token, new Date(0))
  return subject?.sessionId ?? null
}

/** Throws unless the organization is active and the user’s address is allowed. */
export function assertAccess(
  membership: Pick<Membership, 'status' | 'expireAt' | 'whiteIps'>,
  address: string,
  now: Date,
): void {
  if (!isActive(membership, now)) throw new Failure('organization_inactive')
  if (!isIpAllowed(membership.whiteIps, address)) throw new Failure('address_refused')
}
