import { and, eq, gte, isNull, lte, or } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { deviceOutages, type devices } from '../../db/schema.ts'
import { downtimesWithin } from './downtimes.ts'

type Device = Pick<
  typeof devices.$inferSelect,
  'id' | 'organizationId' | 'nextDueAt' | 'missedAt' | 'allowTimeDrift'
>

/**
 * Returns whether a report that was measured at `measuredAt` and arrives at `now` may be late because the device kept it:
 * the device is silent now, it was silent then, the measurement is still awaited, or no server ran then. The device is
 * locked, and the report is not noted yet.
 */
export async function wasSilent(tx: Tx, device: Device, measuredAt: Date, now: Date): Promise<boolean> {
  const { id, organizationId, nextDueAt, missedAt } = device
  // What was measured a little before a due time serves it.
  const serves = new Date(measuredAt.getTime() + device.allowTimeDrift * 1000)
  if (missedAt !== null && missedAt <= now) return true
  if (nextDueAt !== null && nextDueAt <= serves) return true
  const [outage] = await tx
    .select({ id: deviceOutages.id })
    .from(deviceOutages)
    .where(
      and(
        eq(deviceOutages.organizationId, organizationId),
        eq(deviceOutages.deviceId, id),
        or(
          isNull(deviceOutages.endedAt),
          and(lte(deviceOutages.since, serves), gte(deviceOutages.endedAt, measuredAt)),
        ),
      ),
    )
    .limit(1)
  if (outage !== undefined) return true
  return (await downtimesWithin(tx, measuredAt, serves)).length > 0
}
