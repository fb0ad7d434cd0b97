import { and, asc, desc, eq } from 'drizzle-orm'
import { isClearlyWorse } from '../../../contract/values/worsening.ts'
import type { Tx } from '../../db/client.ts'
import { compared, isReadingOf, type MeterKey, type Position } from '../../db/reading-order.ts'
import { alerts, alertWorsenings, meters, readings } from '../../db/schema.ts'
import { normal } from './find-runs.ts'
import type { RunBounds } from './match-runs.ts'

/** A run that goes on and that a person has confirmed. */
export interface ConfirmedRun extends RunBounds {
  alertId: number
}

/**
 * Records that the latest reading of a confirmed run is so much worse than what people know that they are told again.
 * Returns the id of that step, or null if there is none. The meter is locked.
 */
export async function recordWorsening(
  tx: Tx,
  meter: MeterKey,
  { alertId, first, latest }: ConfirmedRun,
  at: Date,
): Promise<number | null> {
  const value = await presentValue(tx, meter, latest.id)
  if (value === null) return null
  const told = await toldReadings(tx, meter, alertId)
  const ranges = { ...(await rangesOf(tx, meter)), normalBefore: await normalBefore(tx, meter, first) }
  if (!isClearlyWorse(ranges, told, value)) return null
  const { organizationId } = meter
  const previousValue = told.at(-1)?.told ?? null
  const [row] = await tx
    .insert(alertWorsenings)
    .values({ organizationId, alertId, readingId: latest.id, value, previousValue, at })
    .returning({ id: alertWorsenings.id })
  return row?.id ?? null
}

/** The reading that was confirmed, then those of the steps, in order. */
async function toldReadings(tx: Tx, meter: MeterKey, alertId: number) {
  const [confirmed] = await tx
    .select({ told: alerts.confirmedValue, readingId: alerts.readingId })
    .from(alerts)
    .where(and(eq(alerts.organizationId, meter.organizationId), eq(alerts.id, alertId)))
  const steps = await tx
    .select({ told: alertWorsenings.value, readingId: alertWorsenings.readingId })
    .from(alertWorsenings)
    .where(
      and(eq(alertWorsenings.organizationId, meter.organizationId), eq(alertWorsenings.alertId, alertId)),
    )
    .orderBy(asc(alertWorsenings.id))
  const told = []
  for (const { told: value, readingId } of confirmed === undefined ? steps : [confirmed, ...steps])
    told.push({ told: value, now: await presentValue(tx, meter, readingId) })
  return told
}

/** Null if the reading has no value, or was deleted. */
async function presentValue(tx: Tx, meter: MeterKey, readingId: number): Promise<number | null> {
  const [row] = await tx
    .select({ value: readings.value })
    .from(readings)
    .where(and(isReadingOf(meter), eq(readings.id, readingId)))
  return row?.value ?? null
}

async function normalBefore(tx: Tx, meter: MeterKey, first: Position): Promise<number | null> {
  const [row] = await tx
    .select({ value: readings.value })
    .from(readings)
    .where(and(isReadingOf(meter), normal, compared('<', first)))
    .orderBy(desc(readings.createdAt), desc(readings.id))
    .limit(1)
  return row?.value ?? null
}

async function rangesOf(tx: Tx, { organizationId, id }: MeterKey) {
  const [meter] = await tx
    .select()
    .from(meters)
    .where(and(eq(meters.organizationId, organizationId), eq(meters.id, id)))
  return {
    abnormal: {
      emergency_start_value: meter?.emergencyStartValue ?? null,
      emergency_end_value: meter?.emergencyEndValue ?? null,
    },
    measuring: { start_value: meter?.startValue ?? null, end_value: meter?.endValue ?? null },
  }
}
