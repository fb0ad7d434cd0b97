import { and, desc, eq } from 'drizzle-orm'
import type { SignedInDevice } from '../../../contract/sessions.ts'
import { Failure, type Session, sessionIdOf } from '../../api/call.ts'
import { organizations, sessions } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { normalizeIp } from '../../ip-address.ts'
import { isoInZone } from '../../time-zone.ts'
import { deviceName } from './device-name.ts'
import { deleteSubscriptionsOf, endSession, isOpen } from './repository.ts'

/** Of the caller, in every organization; the calling one first, then by use. */
export async function listSignedInDevices(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  session: Session,
): Promise<SignedInDevice[]> {
  const current = sessionIdOf(session)
  const now = clock()
  const rows = await database.asSystem(
    (tx) =>
      tx
        .select({ session: sessions, organizationName: organizations.name })
        .from(sessions)
        .innerJoin(organizations, eq(organizations.id, sessions.organizationId))
        .where(and(eq(sessions.userId, session.userId), isOpen(now)))
        .orderBy(desc(eq(sessions.id, current)), desc(sessions.lastUsedAt), desc(sessions.id)),
    'read only',
  )
  return rows.map(({ session: { id, userAgent, address, createdAt, lastUsedAt }, organizationName }) => ({
    id,
    device: deviceName(userAgent),
    address: address === null ? null : normalizeIp(address),
    organization_name: organizationName,
    signed_in_at: isoInZone(session.timeZone, createdAt),
    // The stored time of the calling session may be up to a minute old (`authenticate`).
    last_used_at: isoInZone(session.timeZone, id === current ? now : lastUsedAt),
    is_current: id === current,
  }))
}

/** One of the caller’s own; throws `not_found` for any other, and for one that has ended. */
export async function endOwnSession(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  session: Session,
  id: number,
): Promise<void> {
  sessionIdOf(session)
  const now = clock()
  await database.asSystem(async (tx) => {
    const own = and(eq(sessions.id, id), eq(sessions.userId, session.userId), isOpen(now))
    if ((await tx.$count(sessions, own)) === 0) throw new Failure('not_found')
    await endSession(tx, id, 'ended_elsewhere', now)
    await deleteSubscriptionsOf(tx, id)
  })
}
