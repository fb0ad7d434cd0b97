import { and, asc, desc, eq, gte, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { lockMeters, type MeterRecord } from '../../db/meter-lock.ts'
import {
  deviceErrors,
  deviceNumbers,
  deviceRejections,
  deviceReports,
  devices,
  meters,
  webhookCalls,
} from '../../db/schema.ts'

/** The device that makes a call. */
export interface CallingDevice {
  organizationId: number
  deviceId: number
}
export type DeviceRecord = typeof devices.$inferSelect
export type ReportRecord = typeof deviceReports.$inferSelect
export type NewReport = typeof deviceReports.$inferInsert

const isLive = (organizationId: number) =>
  and(eq(devices.organizationId, organizationId), isNull(devices.deletedAt))

/** Letter case is ignored, except between devices that differ in nothing else. */
const selectBySerial = (tx: Tx, organizationId: number, serial: string) =>
  tx
    .select()
    .from(devices)
    .where(
      and(
        isLive(organizationId),
        or(
          eq(devices.serialNumber, serial),
          and(
            sql`lower(${devices.serialNumber}) = lower(${serial})`,
            sql`not ${devices.isSerialCaseSensitive}`,
          ),
        ),
      ),
    )
    .orderBy(desc(eq(devices.serialNumber, serial)))
    .limit(1)

export async function findBySerial(tx: Tx, organizationId: number, serial: string) {
  const [row] = await selectBySerial(tx, organizationId, serial)
  return row
}

/** Locked until the transaction ends: calls of one device follow one another. */
export async function lockBySerial(tx: Tx, organizationId: number, serial: string) {
  const [row] = await selectBySerial(tx, organizationId, serial).for('no key update')
  return row
}

export async function findLive(tx: Tx, organizationId: number, id: number) {
  const [row] = await tx
    .select()
    .from(devices)
    .where(and(isLive(organizationId), eq(devices.id, id)))
  return row
}

export async function lockDevice(tx: Tx, organizationId: number, id: number) {
  const [row] = await tx
    .select()
    .from(devices)
    .where(and(isLive(organizationId), eq(devices.id, id)))
    .for('no key update')
  return row
}

const ofDevice = (organizationId: number, deviceId: number) =>
  and(eq(meters.organizationId, organizationId), eq(meters.deviceId, deviceId))

export const metersOf = (tx: Tx, organizationId: number, deviceId: number): Promise<MeterRecord[]> =>
  tx.select().from(meters).where(ofDevice(organizationId, deviceId)).orderBy(asc(meters.id))

export const lockMetersOf = (tx: Tx, organizationId: number, deviceId: number) =>
  lockMeters(tx, ofDevice(organizationId, deviceId))

export async function findReport(
  tx: Tx,
  organizationId: number,
  deviceId: number,
  key: string,
): Promise<ReportRecord | undefined> {
  const [row] = await tx
    .select()
    .from(deviceReports)
    .where(
      and(
        eq(deviceReports.organizationId, organizationId),
        eq(deviceReports.deviceId, deviceId),
        eq(deviceReports.idempotencyKey, key),
      ),
    )
  return row
}

/** One of the same content that was received since. */
export async function findRecentReport(
  tx: Tx,
  organizationId: number,
  deviceId: number,
  fingerprint: string,
  since: Date,
): Promise<ReportRecord | undefined> {
  const [row] = await tx
    .select()
    .from(deviceReports)
    .where(
      and(
        eq(deviceReports.organizationId, organizationId),
        eq(deviceReports.deviceId, deviceId),
        gte(deviceReports.createdAt, since),
        eq(deviceReports.fingerprint, fingerprint),
      ),
    )
    .limit(1)
  return row
}

/**
 * Returns the last report of a webhook's values that was received since `since` and has no picture, or that was received
 * since the earlier `samePictureSince` and has this picture.
 */
export async function findPictureReport(
  tx: Tx,
  organizationId: number,
  deviceId: number,
  sha256: string,
  { since, samePictureSince }: { since: Date; samePictureSince: Date },
): Promise<ReportRecord | undefined> {
  const [row] = await tx
    .select()
    .from(deviceReports)
    .where(
      and(
        eq(deviceReports.organizationId, organizationId),
        eq(deviceReports.deviceId, deviceId),
        eq(deviceReports.kind, 'picture'),
        gte(deviceReports.receivedAt, samePictureSince),
        or(
          eq(deviceReports.pictureSha256, sha256),
          and(isNull(deviceReports.pictureSha256), gte(deviceReports.receivedAt, since)),
        ),
      ),
    )
    .orderBy(desc(deviceReports.receivedAt), desc(deviceReports.id))
    .limit(1)
  return row
}

/**
 * Reports that came with a first one in one call: the device was locked, so that no other of its own stands between
 * them.
 */
export async function reportIdsOfCall(tx: Tx, first: ReportRecord, count: number): Promise<number[]> {
  const rows = await tx
    .select({ id: deviceReports.id })
    .from(deviceReports)
    .where(
      and(
        eq(deviceReports.organizationId, first.organizationId),
        eq(deviceReports.deviceId, first.deviceId),
        gte(deviceReports.id, first.id),
      ),
    )
    .orderBy(asc(deviceReports.id))
    .limit(count)
  return rows.map(({ id }) => id)
}

export async function insertReports(tx: Tx, rows: NewReport[]): Promise<number[]> {
  const inserted = await tx.insert(deviceReports).values(rows).returning({ id: deviceReports.id })
  return inserted.map(({ id }) => id)
}

export async function insertErrors(tx: Tx, rows: (typeof deviceErrors.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(deviceErrors).values(rows)
}

export type WebhookCall = typeof webhookCalls.$inferSelect

/** The row of a key’s values and picture of one time; locked. */
export async function lockWebhookCall(
  tx: Tx,
  organizationId: number,
  keyId: number,
  at: Date,
): Promise<WebhookCall> {
  await tx.insert(webhookCalls).values({ organizationId, keyId, at }).onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(webhookCalls)
    .where(
      and(
        eq(webhookCalls.organizationId, organizationId),
        eq(webhookCalls.keyId, keyId),
        eq(webhookCalls.at, at),
      ),
    )
    .for('update')
  if (row === undefined) throw new Error('a call of a webhook vanished')
  return row
}

export async function changeWebhookCall(
  tx: Tx,
  { organizationId, keyId, at }: WebhookCall,
  changes: Pick<typeof webhookCalls.$inferInsert, 'reportId' | 'pictureSha256' | 'receivedAt' | 'note'>,
): Promise<void> {
  await tx
    .update(webhookCalls)
    .set(changes)
    .where(
      and(
        eq(webhookCalls.organizationId, organizationId),
        eq(webhookCalls.keyId, keyId),
        eq(webhookCalls.at, at),
      ),
    )
}

/** Numbers of one device that are kept at most; a webhook sends at most as many rows. */
const maxNumbers = 100

/** Keeps the numbers that a webhook has sent, for the list from which an administrator assigns meters. */
export async function keepNumbers(
  tx: Tx,
  { organizationId, deviceId }: CallingDevice,
  rows: readonly { name: string; value: string }[],
  seenAt: Date,
): Promise<void> {
  const values = new Map(rows.map(({ name, value }) => [name, value.slice(0, 100)]))
  const known = await tx
    .select({ name: deviceNumbers.name })
    .from(deviceNumbers)
    .where(and(eq(deviceNumbers.organizationId, organizationId), eq(deviceNumbers.deviceId, deviceId)))
  const names = new Set(known.map(({ name }) => name))
  // In one order, so that two calls of a device do not wait for each other.
  for (const [name, value] of [...values].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (!names.has(name) && names.size >= maxNumbers) continue
    names.add(name)
    await tx
      .insert(deviceNumbers)
      .values({ organizationId, deviceId, name, value, seenAt })
      .onConflictDoUpdate({ target: [deviceNumbers.deviceId, deviceNumbers.name], set: { value, seenAt } })
  }
}

/** Takes a system transaction: the refused call's own one is rolled back. */
export async function keepRejection(systemTx: Tx, row: typeof deviceRejections.$inferInsert): Promise<void> {
  const { at, code, issues } = row
  await systemTx
    .insert(deviceRejections)
    .values(row)
    .onConflictDoUpdate({
      target: [deviceRejections.deviceId, deviceRejections.call],
      set: { at, code, issues },
    })
}
