import { and, desc, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { devices, readings } from '../../db/schema.ts'

type RecordedDevice = Pick<typeof devices.$inferSelect, 'id' | 'lastRecordedAt'>

/** Undefined for a reading without a device. Locked before the meter, in the order in which reports lock both. */
export async function lockDeviceOf(
  tx: Tx,
  organizationId: number,
  readingId: number,
): Promise<RecordedDevice | undefined> {
  const measuring = tx
    .select({ id: readings.deviceId })
    .from(readings)
    .where(and(eq(readings.organizationId, organizationId), eq(readings.id, readingId)))
  const [device] = await tx
    .select({ id: devices.id, lastRecordedAt: devices.lastRecordedAt })
    .from(devices)
    .where(and(eq(devices.organizationId, organizationId), inArray(devices.id, measuring)))
    .for('no key update')
  return device
}

/**
 * After a reading was moved: when its device measured last. If it was the latest and is earlier now, another reading that
 * the device measured may be the latest. Typed readings and photographs of its meters name the device as well.
 */
export async function followMeasuredAt(
  tx: Tx,
  organizationId: number,
  { id, lastRecordedAt: last }: RecordedDevice,
  before: Date,
  after: Date,
): Promise<void> {
  if (last !== null && after < last && before < last) return
  const [latest] = await tx
    .select({ at: readings.createdAt })
    .from(readings)
    .where(
      and(
        eq(readings.organizationId, organizationId),
        eq(readings.deviceId, id),
        inArray(readings.source, ['camera', 'analog']),
        isNull(readings.deletedAt),
        gt(readings.createdAt, after),
        lte(readings.createdAt, before),
      ),
    )
    .orderBy(desc(readings.createdAt))
    .limit(1)
  await tx
    .update(devices)
    .set({ lastRecordedAt: latest?.at ?? after })
    .where(and(eq(devices.organizationId, organizationId), eq(devices.id, id)))
}
