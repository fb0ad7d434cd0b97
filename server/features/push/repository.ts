import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { pushSubscriptions, sessions } from '../../db/schema.ts'
import { isOpen } from '../sessions/index.ts'

type NewSubscription = Omit<typeof pushSubscriptions.$inferInsert, 'id' | 'createdAt'>

/** The oldest browsers of a person are dropped beyond this. */
const maxPerUser = 20

/**
 * The last subscriber owns the browser, whatever organization it notified before; takes a system transaction. Only the
 * browser knows its keys: null where another user sends its endpoint with other keys. A browser that subscribes again
 * has a new endpoint.
 */
export async function upsertSubscription(
  systemTx: Tx,
  asked: NewSubscription,
  at: Date,
): Promise<number | null> {
  const [row] = await systemTx
    .insert(pushSubscriptions)
    .values({ ...asked, createdAt: at })
    .onConflictDoUpdate({
      target: pushSubscriptions.endpoint,
      set: { ...asked, createdAt: at },
      setWhere: sql`${pushSubscriptions.userId} = excluded.user_id
        or (${pushSubscriptions.p256dh}, ${pushSubscriptions.auth}) = (excluded.p256dh, excluded.auth)`,
    })
    .returning({ id: pushSubscriptions.id })
  if (row === undefined) return null
  const older = systemTx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, asked.userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .offset(maxPerUser)
  await systemTx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, older))
  return row.id
}

/** One browser, those of one person, or all of the organization. */
type SubscriptionFilter = { id: number } | { userId: number } | Record<never, never>

/** `isActive`: the session that subscribed is still open. */
export const subscriptionsOf = (tx: Tx, organizationId: number, filter: SubscriptionFilter, now: Date) =>
  tx
    .select({
      id: pushSubscriptions.id,
      userId: pushSubscriptions.userId,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
      isActive: sql<boolean>`${isOpen(now)}`,
      /** Signed out on this browser, so the person expects no notifications there. */
      isSignedOut: sql<boolean>`${sessions.revokedReason} is not distinct from 'logout'`,
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(
      and(
        eq(pushSubscriptions.organizationId, organizationId),
        'id' in filter ? eq(pushSubscriptions.id, filter.id) : undefined,
        'userId' in filter ? eq(pushSubscriptions.userId, filter.userId) : undefined,
      ),
    )
    .orderBy(asc(pushSubscriptions.id))

/** Returns whether it existed; `userId`: only if it is theirs. */
export async function deleteSubscription(
  tx: Tx,
  organizationId: number,
  id: number,
  userId?: number,
): Promise<boolean> {
  const rows = await tx
    .delete(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.organizationId, organizationId),
        eq(pushSubscriptions.id, id),
        userId === undefined ? undefined : eq(pushSubscriptions.userId, userId),
      ),
    )
    .returning({ id: pushSubscriptions.id })
  return rows.length > 0
}
