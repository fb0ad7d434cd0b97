import { and, eq, isNull, ne, or } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { memberships, pushSubscriptions, sessions } from '../../db/schema.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { deleteSubscription } from '../push/repository.ts'
import type { EndReason } from '../sessions/repository.ts'

export interface OfAlert {
  organizationId: number
  alertId: number
}

/** Whoever signs out knows that this browser tells nothing any more. */
const knowingly = 'logout' satisfies EndReason

/**
 * One mail for each member who wants alerts by mail, one notification for each browser that wants them, all enqueued
 * with the alert itself. Whether they are still wanted is asked again when they go out. A browser whose session has
 * been closed otherwise, with a password that was changed elsewhere, is forgotten; its person has a mail instead.
 */
export async function announceAlert(
  jobs: Pick<Jobs, 'mailAlert' | 'pushAlert'>,
  tx: Tx,
  alert: OfAlert,
): Promise<void> {
  const { organizationId } = alert
  const readers = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.isAlertMail, true)))
  await jobs.mailAlert(
    tx,
    readers.map(({ userId }) => ({ ...alert, userId })),
  )
  const browsers = await tx
    .select({
      subscriptionId: pushSubscriptions.id,
      userId: pushSubscriptions.userId,
      revokedAt: sessions.revokedAt,
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(
      and(
        eq(pushSubscriptions.organizationId, organizationId),
        or(isNull(sessions.revokedAt), ne(sessions.revokedReason, knowingly)),
      ),
    )
  const told = browsers.filter(({ revokedAt }) => revokedAt === null)
  await jobs.pushAlert(
    tx,
    told.map(({ subscriptionId }) => ({ ...alert, subscriptionId })),
  )
  const closed = browsers.filter(({ revokedAt }) => revokedAt !== null)
  await jobs.mailAlert(
    tx,
    closed.map(({ userId }) => ({ ...alert, userId, instead: true })),
  )
  for (const { subscriptionId } of closed) await deleteSubscription(tx, organizationId, subscriptionId)
}
