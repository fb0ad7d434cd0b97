import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { pushSubscriptions } from '../../db/schema.ts'

export type NewSubscription = Omit<typeof pushSubscriptions.$inferInsert, 'id' | 'createdAt'>

/** Browsers of one person; who asks for more has left the first ones behind. */
const most = 20

/**
 * Whoever asked last has the browser, whatever organization it notified before: takes a transaction of the system.
 */
export async function keepSubscription(systemTx: Tx, asked: NewSubscription, at: Date): Promise<number> {
  const [row] = await systemTx
    .insert(pushSubscriptions)
    .values({ ...asked, createdAt: at })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { ...asked, createdAt: at } })
    .returning({ id: pushSubscriptions.id })
  if (row === undefined) throw new Error('no subscription was written')
  const older = systemTx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, asked.userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .offset(most)
  await systemTx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, older))
  return row.id
}

export const subscriptionsOf = (tx: Tx, organizationId: number, userId: number) =>
  tx
    .select()
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.organizationId, organizationId), eq(pushSubscriptions.userId, userId)))
    .orderBy(asc(pushSubscriptions.id))

/** Says whether there was one; `userId`: only if it is theirs. */
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
