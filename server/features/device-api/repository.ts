import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import type { MeterRecord } from '../../db/meter-lock.ts'
import { apiKeys, deviceErrors, deviceReports, devices, meters, webhookCalls } from '../../db/schema.ts'

export type DeviceRecord = typeof devices.$inferSelect
export type ReportRecord = typeof deviceReports.$inferSelect
export type NewReport = typeof deviceReports.$inferInsert

const isLive = (organizationId: number) =>
  and(eq(devices.organizationId, organizationId), isNull(devices.deletedAt))

const ofSerial = (organizationId: number, serial: string) =>
  and(isLive(organizationId), eq(devices.serialNumber, serial))

export async function findBySerial(tx: Tx, organizationId: number, serial: string) {
  const [row] = await tx.select().from(devices).where(ofSerial(organizationId, serial))
  return row
}

/** Locked until the transaction ends: calls of one device follow one another. */
export async function lockBySerial(tx: Tx, organizationId: number, serial: string) {
  const [row] = await tx.select().from(devices).where(ofSerial(organizationId, serial)).for('no key update')
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

/** In the order of their ids, as whoever locks several does. */
export const lockMetersOf = (tx: Tx, organizationId: number, deviceId: number): Promise<MeterRecord[]> =>
  tx
    .select()
    .from(meters)
    .where(ofDevice(organizationId, deviceId))
    .orderBy(asc(meters.id))
    .for('no key update')

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

/** Meters with a device by a name that a webhook sends: as the key says, else by their own name. */
export async function metersByName(
  tx: Tx,
  organizationId: number,
  keyId: number,
  name: string,
): Promise<{ id: number; deviceId: number | null }[]> {
  const named = sql`(select ${apiKeys.meterNames} -> ${name} from ${apiKeys}
    where ${apiKeys.id} = ${keyId} and ${apiKeys.organizationId} = ${organizationId})`
  return tx
    .select({ id: meters.id, deviceId: meters.deviceId })
    .from(meters)
    .where(
      and(
        eq(meters.organizationId, organizationId),
        sql`case when ${named} is null then ${meters.name} = ${name} else to_jsonb(${meters.id}) = ${named} end`,
      ),
    )
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
  changes: Pick<typeof webhookCalls.$inferInsert, 'reportId' | 'pictureSha256'>,
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
