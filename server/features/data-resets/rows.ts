import { and, asc, eq, inArray, isNotNull, lt, lte, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/client.ts'
import { lockMeter } from '../../db/meter-lock.ts'
import {
  accessLogs,
  alertChanges,
  alertRuleCases,
  alertRuleCheckpoints,
  alertRuleStates,
  alerts,
  deviceDays,
  deviceErrors,
  deviceOutages,
  deviceRejections,
  deviceReports,
  deviceSchedules,
  devices,
  deviceTroubles,
  inspections,
  llmUsageLogs,
  meterEstimates,
  meterRates,
  meterReplacements,
  readingChanges,
  readingDays,
  readingMonths,
  readings,
  rejudgements,
  rounds,
  skips,
  webhookCalls,
} from '../../db/schema.ts'
import { reconcileAll } from '../alerts/index.ts'
import { addProgress, type Reset } from './repository.ts'

// Each function deletes one chunk and returns whether there may be another. Times before `startedAt` are of what was there.

const chunkSize = 1000

/**
 * The readings of a meter, with their changes and alerts, and then its replacements, estimates and rate, and what alert
 * rules know of them; sums of days and months follow by triggers.
 */
export async function deleteReadingsOf(
  tx: Tx,
  { organizationId, startedAt }: Reset,
  meterId: number,
  clock: () => Date,
): Promise<boolean> {
  await lockMeter(tx, organizationId, meterId)
  const rows = await tx
    .select({ id: readings.id })
    .from(readings)
    .where(and(eq(readings.meterId, meterId), lte(readings.receivedAt, startedAt)))
    .orderBy(asc(readings.createdAt), asc(readings.id))
    .limit(chunkSize + 1)
  const ids = rows.slice(0, chunkSize).map(({ id }) => id)
  await tx
    .delete(alerts)
    .where(
      and(
        eq(alerts.meterId, meterId),
        or(inArray(alerts.firstReadingId, ids), inArray(alerts.readingId, ids)),
      ),
    )
  await tx.update(llmUsageLogs).set({ readingId: null }).where(inArray(llmUsageLogs.readingId, ids))
  await tx.delete(readingChanges).where(inArray(readingChanges.readingId, ids))
  await tx.delete(readings).where(inArray(readings.id, ids))
  await addProgress(tx, organizationId, ids.length)
  if (rows.length > chunkSize) return true
  await tx
    .delete(meterReplacements)
    .where(and(eq(meterReplacements.meterId, meterId), lte(meterReplacements.createdAt, startedAt)))
  await tx
    .delete(meterEstimates)
    .where(and(eq(meterEstimates.meterId, meterId), lte(meterEstimates.createdAt, startedAt)))
  await tx.delete(meterRates).where(eq(meterRates.meterId, meterId))
  await tx.delete(alerts).where(and(eq(alerts.meterId, meterId), isNotNull(alerts.rule)))
  for (const table of [alertRuleCases, alertRuleStates, alertRuleCheckpoints])
    await tx.delete(table).where(eq(table.meterId, meterId))
  await tidyMeter(tx, { organizationId, id: meterId }, clock)
  return false
}

/** What is left of sums, and alerts of readings that came in meanwhile. Nobody is told: they were told before. */
async function tidyMeter(
  tx: Tx,
  meter: { organizationId: number; id: number },
  clock: () => Date,
): Promise<void> {
  await tx.delete(readingDays).where(and(eq(readingDays.meterId, meter.id), eq(readingDays.readings, 0)))
  await tx
    .delete(readingMonths)
    .where(and(eq(readingMonths.meterId, meter.id), eq(readingMonths.readings, 0)))
  if ((await tx.$count(readings, eq(readings.meterId, meter.id))) > 0) {
    await reconcileAll({ jobs: { announceAlerts: async () => {} }, clock }, tx, meter)
    return
  }
  await tx.delete(rejudgements).where(eq(rejudgements.meterId, meter.id))
}

/** With the history of its schedules. The device is locked before, as by its calls. */
export async function deleteReportsOf(
  tx: Tx,
  { organizationId, startedAt }: Reset,
  deviceId: number,
): Promise<boolean> {
  await tx.select({ id: devices.id }).from(devices).where(eq(devices.id, deviceId)).for('no key update')
  const rows = await tx
    .select({ id: deviceReports.id, kind: deviceReports.kind })
    .from(deviceReports)
    .where(
      and(
        eq(deviceReports.deviceId, deviceId),
        lte(deviceReports.receivedAt, startedAt),
        sql`not exists (select from ${readings} where ${readings.reportId} = ${deviceReports.id})`,
      ),
    )
    .orderBy(asc(deviceReports.createdAt), asc(deviceReports.id))
    .limit(chunkSize)
  if (rows.length === 0) {
    await restartSchedule(tx, { organizationId, startedAt }, deviceId)
    return false
  }
  const ids = rows.map(({ id }) => id)
  await tx.delete(deviceErrors).where(inArray(deviceErrors.reportId, ids))
  await tx
    .delete(webhookCalls)
    .where(and(eq(webhookCalls.organizationId, organizationId), inArray(webhookCalls.reportId, ids)))
  await tx.delete(deviceReports).where(inArray(deviceReports.id, ids))
  // They are counted anew.
  await tx.delete(deviceDays).where(eq(deviceDays.deviceId, deviceId))
  const measured = rows.filter(({ kind }) => kind === 'picture' || kind === 'analog').length
  await tx
    .update(devices)
    .set({ count: sql`greatest(0, ${devices.count} - ${measured})` })
    .where(eq(devices.id, deviceId))
  await addProgress(tx, organizationId, ids.length)
  return true
}

/** The schedule in force then holds from then on: nothing was due before, so nothing is missing. */
async function restartSchedule(
  tx: Tx,
  { organizationId, startedAt }: Reset,
  deviceId: number,
): Promise<void> {
  const deleted = await tx
    .delete(deviceSchedules)
    .where(and(eq(deviceSchedules.deviceId, deviceId), lte(deviceSchedules.from, startedAt)))
    .returning()
  const last = deleted.toSorted((a, b) => Number(a.from) - Number(b.from) || a.id - b.id).at(-1)
  if (last === undefined) return
  const { intervalCrons } = last
  await tx.insert(deviceSchedules).values({ organizationId, deviceId, from: startedAt, intervalCrons })
  await tx.delete(deviceDays).where(eq(deviceDays.deviceId, deviceId))
}

type Dated =
  | typeof alertChanges
  | typeof deviceErrors
  | typeof deviceOutages
  | typeof deviceTroubles
  | typeof accessLogs
  | typeof rounds
  | typeof skips

async function deleteUntil(
  tx: Tx,
  table: Dated,
  { organizationId, startedAt }: Reset,
  at: PgColumn,
): Promise<number> {
  const old = tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.organizationId, organizationId), lte(at, startedAt)))
    .limit(chunkSize)
  return (await tx.delete(table).where(inArray(table.id, old))).rowCount ?? 0
}

export const deleteAlertChanges = async (tx: Tx, reset: Reset): Promise<boolean> =>
  (await deleteUntil(tx, alertChanges, reset, alertChanges.at)) > 0

export const deleteErrors = async (tx: Tx, reset: Reset): Promise<boolean> =>
  (await deleteUntil(tx, deviceErrors, reset, deviceErrors.createdAt)) > 0

export const deleteSkips = async (tx: Tx, reset: Reset): Promise<boolean> =>
  (await deleteUntil(tx, skips, reset, skips.receivedAt)) > 0

/** Schedules then hold from then on: nothing was due before, so nothing was missed. */
export async function deleteRounds(tx: Tx, reset: Reset): Promise<boolean> {
  if ((await deleteUntil(tx, rounds, reset, rounds.beginsAt)) > 0) return true
  const { organizationId, startedAt } = reset
  await tx
    .update(inspections)
    .set({ scheduleFrom: startedAt, roundsFrom: startedAt })
    .where(and(eq(inspections.organizationId, organizationId), lt(inspections.scheduleFrom, startedAt)))
  return false
}

/** An open one is how the device is now. */
export const deleteOutages = async (tx: Tx, reset: Reset): Promise<boolean> =>
  (await deleteUntil(tx, deviceOutages, reset, deviceOutages.endedAt)) > 0

/** As outages. */
export const deleteTroubles = async (tx: Tx, reset: Reset): Promise<boolean> =>
  (await deleteUntil(tx, deviceTroubles, reset, deviceTroubles.endedAt)) > 0

export async function deleteAccessLogs(tx: Tx, reset: Reset): Promise<boolean> {
  const deleted = await deleteUntil(tx, accessLogs, reset, accessLogs.createdAt)
  await addProgress(tx, reset.organizationId, deleted)
  return deleted > 0
}

export async function deleteWebhookCalls(tx: Tx, { organizationId, startedAt }: Reset): Promise<boolean> {
  await tx
    .delete(webhookCalls)
    .where(and(eq(webhookCalls.organizationId, organizationId), lte(webhookCalls.at, startedAt)))
  return false
}

export async function deleteRejections(tx: Tx, { organizationId, startedAt }: Reset): Promise<boolean> {
  await tx
    .delete(deviceRejections)
    .where(and(eq(deviceRejections.organizationId, organizationId), lte(deviceRejections.at, startedAt)))
  return false
}

/** What a model was asked and what that cost is kept, as the month’s counts are; its picture goes. */
export async function detachModelLog(tx: Tx, { organizationId, startedAt }: Reset): Promise<boolean> {
  await tx
    .update(llmUsageLogs)
    .set({ pictureSha256: null })
    .where(
      and(
        eq(llmUsageLogs.organizationId, organizationId),
        lte(llmUsageLogs.createdAt, startedAt),
        isNotNull(llmUsageLogs.pictureSha256),
      ),
    )
  return false
}
