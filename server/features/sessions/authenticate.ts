import type { FastifyRequest } from 'fastify'
import { Failure, type Session } from '../../api/call.ts'
import type { Deps } from '../../deps.ts'
import { isIpAllowed } from '../../ip-address.ts'
import { isActive } from '../organizations/index.ts'
import { findCaller, type Membership, touchSession } from './repository.ts'
import { verifyToken } from './tokens.ts'

const touchInterval = 60_000

/**
 * Who sends this request. Session, membership and organization are looked up each time, so that an end takes effect
 * at once. Throws `unauthenticated`, `organization_inactive` or `address_refused`.
 */
export async function authenticate(deps: Deps, request: FastifyRequest): Promise<Session> {
  const now = deps.clock()
  const token = bearerTokenOf(request)
  const subject = token === null ? null : await verifyToken(deps.secrets.tokenKey, 'id', token, now)
  if (subject === null) throw new Failure('unauthenticated')
  // A token from before the session moved to another organization would act in the wrong one: it finds nobody.
  const caller = await findCaller(deps.database, subject)
  if (caller === null) throw new Failure('unauthenticated')
  assertAccess(caller, request.ip, now)
  const { sessionId, userId, organizationId } = subject
  const unseen = now.getTime() - caller.lastUsedAt.getTime() > touchInterval
  if (unseen || caller.isUnconfirmed) {
    await deps.database.asSystem((tx) => touchSession(tx, sessionId, now))
  }
  const { username, role, timeZone } = caller
  return { sessionId, userId, username, organizationId, role, timeZone }
}

const bearerTokenOf = ({ headers }: FastifyRequest): string | null =>
  /^Bearer ([\w.-]+)$/i.exec(headers.authorization ?? '')?.[1] ?? null

/** The session whose token goes with this request, whether or not it still holds; null where it is none of ours. */
export async function sessionIdOfToken(deps: Deps, request: FastifyRequest): Promise<number | null> {
  const token = bearerTokenOf(request)
  if (token === null) return null
  // At that time no token has run out.
  const subject = await verifyToken(deps.secrets.tokenKey, 'id', token, new Date(0))
  return subject?.sessionId ?? null
}

/** Throws unless the organization is at work and the user may come from this address. */
export function assertAccess(
  membership: Pick<Membership, 'status' | 'expireAt' | 'whiteIps'>,
  address: string,
  now: Date,
): void {
  if (!isActive(membership, now)) throw new Failure('organization_inactive')
  if (!isIpAllowed(membership.whiteIps, address)) throw new Failure('address_refused')
}
