import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { memberships, pushSubscriptions, sessions } from '../../db/schema.ts'
import type { Jobs } from '../../jobs/jobs.ts'

export interface OfAlert {
  organizationId: number
  alertId: number
}

/**
 * One mail for each member who wants alerts by mail, one notification for each browser that wants them, all enqueued
 * with the alert itself. Whether they are still wanted is asked again when they go out.
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
    .select({ subscriptionId: pushSubscriptions.id })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(and(eq(pushSubscriptions.organizationId, organizationId), isNull(sessions.revokedAt)))
  await jobs.pushAlert(
    tx,
    browsers.map(({ subscriptionId }) => ({ ...alert, subscriptionId })),
  )
}
