import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { alerts } from '../../db/schema.ts'

/** Notes that people are told of these alerts, from which on it is counted how long nobody confirms them. */
export async function noteTold(
  tx: Tx,
  organizationId: number,
  alertIds: readonly number[],
  now: Date,
): Promise<void> {
  await tx
    .update(alerts)
    .set({ toldAt: now })
    .where(
      and(
        eq(alerts.organizationId, organizationId),
        inArray(alerts.id, [...alertIds]),
        isNull(alerts.toldAt),
        isNull(alerts.confirmAt),
      ),
    )
}
