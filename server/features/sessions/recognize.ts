import type { FastifyRequest } from 'fastify'
import { Failure, type Session } from '../../api/call.ts'
import type { Deps } from '../../deps.ts'
import { isActive } from '../organizations/status.ts'
import { isAddressAllowed } from './addresses.ts'
import { findOpenSession, findStanding, type Standing, touchSession } from './repository.ts'
import { verifyToken } from './tokens.ts'

const touchAfter = 60_000

/**
 * Who sends this request. Session, membership and organization are looked up each time, so that an end takes effect
 * at once. Throws `unauthenticated`, `organization_inactive` or `address_refused`.
 */
export async function recognize(deps: Deps, request: FastifyRequest): Promise<Session> {
  const now = deps.clock()
  const token = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const subject = token === undefined ? null : await verifyToken(deps.secrets.tokenKey, 'id', token, now)
  if (subject === null) throw new Failure('unauthenticated')
  return deps.database.asSystem(async (tx) => {
    const session = await findOpenSession(tx, subject.sessionId)
    const { userId, organizationId } = subject
    // A token from before the session moved to another organization would act in the wrong one.
    if (session === null || session.userId !== userId || session.organizationId !== organizationId) {
      throw new Failure('unauthenticated')
    }
    const standing = await findStanding(tx, userId, { id: organizationId })
    if (standing === null) throw new Failure('unauthenticated')
    admit(standing, request.ip, now)
    const unseen = now.getTime() - session.lastUsedAt.getTime() > touchAfter
    if (unseen || session.unconfirmedTokenId !== null) await touchSession(tx, session.id, now)
    const { username, role, timeZone } = standing
    return { sessionId: session.id, userId, username, organizationId, role, timeZone }
  })
}

/** Throws unless the organization is at work and the user may come from this address. */
export function admit(standing: Standing, address: string, now: Date): void {
  if (!isActive(standing, now)) throw new Failure('organization_inactive')
  if (!isAddressAllowed(standing.whiteIps, address)) throw new Failure('address_refused')
}
