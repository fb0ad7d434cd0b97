import { and, eq, inArray } from 'drizzle-orm'
import type { Session } from '../../../api/call.ts'
import type { Tx } from '../../../db/client.ts'
import { lockMeters } from '../../../db/meter-lock.ts'
import { devices, meters, readings } from '../../../db/schema.ts'
import { isOneOf } from '../../readings/index.ts'

/** Locks what a change of these readings locks, in the order of all callers: devices, then meters. `others`: more meters. */
export async function lockAround(
  tx: Tx,
  { organizationId }: Pick<Session, 'organizationId'>,
  ids: readonly number[],
  others: readonly number[] = [],
) {
  const own = and(eq(readings.organizationId, organizationId), isOneOf(readings.id, ids))
  const measuring = tx.select({ id: readings.deviceId }).from(readings).where(own)
  await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.organizationId, organizationId), inArray(devices.id, measuring)))
    .orderBy(devices.id)
    .for('no key update')
  const meterOf = await metersOfReadings(tx, { organizationId }, ids)
  const meterIds = [...new Set([...meterOf.values(), ...others])]
  const locked = await lockMeters(
    tx,
    and(eq(meters.organizationId, organizationId), inArray(meters.id, meterIds)),
  )
  return { locked, meterOf }
}

/** Returns the meters of readings, also of deleted ones. */
export async function metersOfReadings(
  tx: Tx,
  { organizationId }: Pick<Session, 'organizationId'>,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await tx
    .select({ id: readings.id, meterId: readings.meterId })
    .from(readings)
    .where(and(eq(readings.organizationId, organizationId), isOneOf(readings.id, ids)))
  return new Map(rows.map(({ id, meterId }) => [id, meterId]))
}
