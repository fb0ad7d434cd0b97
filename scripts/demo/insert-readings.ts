import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { role } from '../../contract/access.ts'
import { isAbnormal } from '../../contract/values/abnormal.ts'
import type { Tx } from '../../server/db/client.ts'
import { lockMeter, type MeterRecord } from '../../server/db/meter-lock.ts'
import type { MeterKey } from '../../server/db/reading-order.ts'
import { alerts, deviceReports, devices, memberships, pictures, readings } from '../../server/db/schema.ts'
import { confirmAlert, reconcileAll } from '../../server/features/alerts/index.ts'
import type { NewPicture } from '../../server/features/pictures/index.ts'
import { addChange } from '../../server/features/readings/index.ts'
import { dbmOf, known } from './insert.ts'
import type { DemoReading } from './readings.ts'

interface Person {
  id: number
  /** In the organization. */
  since: Date
}

export interface People {
  inspector: Person
  admin: Person
}

/** Nobody is said to have done anything before joining. */
const atThatTime = ({ id, since }: Person, at: Date): number | null => (since <= at ? id : null)

/** Who is nobody’s, such as an inspector where all administer, is somebody else. */
export async function findPeople(tx: Tx, organizationId: number): Promise<People> {
  const rows = await tx
    .select()
    .from(memberships)
    .where(eq(memberships.organizationId, organizationId))
    .orderBy(asc(memberships.id))
  const of = (held: number): Person => {
    const { userId, createdAt } = known(rows.find((row) => row.role === held) ?? rows[0])
    return { id: userId, since: createdAt }
  }
  return { inspector: of(role.general), admin: of(role.admin) }
}

/**
 * Inserts past readings of one meter with pictures, judged by its current range, and reconciles its alerts.
 * Skips existing ones: another process may be at work.
 */
export async function insertReadings(
  tx: Tx,
  { organizationId, id: meterId }: MeterKey,
  made: readonly DemoReading[],
  taken: readonly NewPicture[],
  people: People,
): Promise<void> {
  const meter = known(await lockMeter(tx, organizationId, meterId))
  const there = await readTimes(tx, meterId)
  const missing = made.filter(({ reading }) => !there.has(reading.createdAt.getTime()))
  if (missing.length === 0) return
  if (taken.length > 0)
    await tx
      .insert(pictures)
      .values([...taken])
      .onConflictDoNothing()
  const range = {
    emergency_start_value: meter.emergencyStartValue,
    emergency_end_value: meter.emergencyEndValue,
  }
  const reports = await insertReports(tx, meter, missing)
  const rows = missing.map(({ reading, sentByPhone }, index) => ({
    ...reading,
    reportId: reports[index]?.id ?? null,
    isAbnormal: isAbnormal({ value: reading.value ?? null, read_state: reading.readState ?? null }, range),
    organizationId,
    meterId,
    deviceId: meter.deviceId,
    createdByUserId: sentByPhone ? atThatTime(people.inspector, reading.createdAt) : null,
  }))
  const ids = await tx.insert(readings).values(rows).returning({ id: readings.id })
  for (const [index, { correction }] of missing.entries()) {
    if (correction === null) continue
    const readingId = known(ids[index]).id
    await addChange(tx, meter, { ...correction, readingId, userId: people.admin.id, action: 'correct' })
  }
  if (rows.some((row) => row.isAbnormal)) await reconcile(tx, { organizationId, id: meterId })
}

/** The reports of a device that these readings came with, in their order; none of a phone. */
async function insertReports(
  tx: Tx,
  { organizationId, deviceId }: Pick<MeterRecord, 'organizationId' | 'deviceId'>,
  made: readonly DemoReading[],
): Promise<{ id: number }[]> {
  if (deviceId === null || made.some(({ sentByPhone }) => sentByPhone)) return []
  const rows = made.map(({ reading: { source, createdAt, receivedAt, pictureSha256 } }) => ({
    organizationId,
    deviceId,
    kind: source === 'analog' ? ('analog' as const) : ('picture' as const),
    createdAt,
    receivedAt: receivedAt ?? createdAt,
    dbm: source === 'analog' ? null : signalAt(deviceId, createdAt),
    wakeupReason: 0 as const,
    pictureSha256: pictureSha256 ?? null,
  }))
  await tx
    .update(devices)
    .set({ count: sql`${devices.count} + ${rows.length}` })
    .where(eq(devices.id, deviceId))
  return tx.insert(deviceReports).values(rows).returning({ id: deviceReports.id })
}

/** dBm: steady at each device, and a little better at night. */
const signalAt = (deviceId: number, at: Date) =>
  dbmOf(deviceId) + (at.getUTCHours() > 12 ? 3 : 0) - (Math.floor(at.getTime() / 86_400_000) % 4)

/** Times of all readings, deleted ones too, in milliseconds since 1970. */
export async function readTimes(tx: Tx, meterId: number): Promise<Set<number>> {
  const rows = await tx.select({ at: readings.createdAt }).from(readings).where(eq(readings.meterId, meterId))
  return new Set(rows.map(({ at }) => at.getTime()))
}

/** Reconciles as the server does, without notifications. */
async function reconcile(tx: Tx, meter: MeterKey): Promise<void> {
  const silent = { announceAlerts: async () => {} }
  await reconcileAll({ jobs: silent, clock: () => new Date() }, tx, meter)
}

/**
 * After all readings: confirms most of the alerts that ended before `before` and that the administrator was there to
 * confirm. Again, it confirms the same.
 */
export async function confirmAlerts(
  tx: Tx,
  { organizationId, id: meterId }: MeterKey,
  { admin }: People,
  before: Date,
): Promise<void> {
  await lockMeter(tx, organizationId, meterId)
  await reconcile(tx, { organizationId, id: meterId })
  const past = await tx
    .select({ id: alerts.id, endedAt: alerts.updatedAt, confirmedAt: alerts.confirmAt })
    .from(alerts)
    .where(and(eq(alerts.meterId, meterId), eq(alerts.isAlert, false), lt(alerts.updatedAt, before)))
    .orderBy(asc(alerts.createdAt))
  for (const [index, { id, endedAt, confirmedAt }] of past.entries()) {
    if (index % 4 === 3 || confirmedAt !== null) continue
    const at = new Date(endedAt.getTime() + (20 + (index % 5) * 17) * 60_000)
    const userId = atThatTime(admin, at)
    if (userId === null) continue
    const comment = comments[index % comments.length] ?? null
    await confirmAlert(tx, organizationId, id, { userId, at, comment })
  }
}

const comments = [
  'バルブを調整しました。',
  null,
  '現地で確認済み。一時的な変動です。',
  null,
  '設備担当に連絡し、復旧しました。',
]
