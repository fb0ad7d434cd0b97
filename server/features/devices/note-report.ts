import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { deviceStatus } from '../../../contract/devices.ts'
import type { Tx } from '../../db/client.ts'
import { deviceOutages, deviceSchedules, devices, deviceTroubles, organizations } from '../../db/schema.ts'
import { arrivalsOfDevice, sumArrivals } from './arrivals-of-devices.ts'
import { downtimesWithin } from './downtimes.ts'
import { allowancesOf, measures, silentStatus, statusWithout } from './measuring.ts'
import { type Due, dueAfterMeasurement, firstDue, type Kept, withDeadline } from './next-due.ts'
import { noteTroubles } from './troubles.ts'

interface ReportedState {
  /** By the best clock known. */
  measuredAt: Date
  /** Nobody knows yet whether `measuredAt` is right, so the arrival counts for what is due and for the latest state. */
  isTimeUnconfirmed: boolean
  receivedAt: Date
  /** Pictures or values in it; 0: a heartbeat or a registration. */
  measurements: number
  batteryPer: number | null
  dbm: number | null
  runningTime: number | null
  clockOffsetMs: number | null
  /** Error messages, the most important one first. */
  errors: readonly string[]
}

const nothingDue = { nextDueAt: null, missedAt: null }

/**
 * In the transaction that creates, changes, deletes or restores a device, after the change: keeps the history of
 * schedules, and what is due next. Where nothing is due any more an open outage ends.
 */
export async function keepSchedule(tx: Tx, deviceId: number, at: Date): Promise<void> {
  const { device, zone, outage } = await findWatched(tx, deviceId)
  const crons = device.deletedAt === null ? device.intervalCrons || null : null
  const isNew = await keepHistory(tx, device, crons, at)
  if (crons === null) {
    const ended = outage && (await endOutage(tx, device, zone, outage, at, { isTold: false }))
    // A status that a person has set stays.
    const status = ended && device.status === silentStatus(device) ? restingStatus(device) : device.status
    await setDevice(tx, deviceId, { ...nothingDue, status })
    return
  }
  if (outage !== null) return
  const kept = await keptOf(tx, device, zone, crons, device.nextDueAt ?? at, at)
  // What was due before the change is still awaited.
  const isAwaited = device.nextDueAt !== null && (!isNew || device.nextDueAt < at)
  const due = isAwaited ? device.nextDueAt : firstDue(at, kept)
  await setDevice(tx, deviceId, due === null ? nothingDue : withDeadline(due, kept))
}

/**
 * In a report’s transaction, with the device’s row locked, after the report was inserted: what is due next, the status,
 * what was reported last. Returns the outage that the report ends: since when, and for how many due times nothing has
 * come by now.
 */
export async function noteReport(
  tx: Tx,
  deviceId: number,
  report: ReportedState,
): Promise<{ since: Date; missing: number } | null> {
  const now = report.receivedAt
  const { device, zone, outage, troubles } = await findWatched(tx, deviceId)
  // A camera that sends signs of life and no pictures is no better than a silent one.
  const isAwaited = report.measurements > 0 || !measures(device)
  const ended =
    outage !== null && isAwaited ? await endOutage(tx, device, zone, outage, now, { isTold: true }) : null
  const isSilent = outage !== null && ended === null
  // A batch comes in any order: what was measured before says nothing of now.
  const countedAt = report.isTimeUnconfirmed ? now : report.measuredAt
  const isLatest = device.lastRecordedAt === null || countedAt >= device.lastRecordedAt
  const batteryPer = (isLatest ? report.batteryPer : null) ?? device.batteryPer
  const working = isSilent ? silentStatus(device) : statusWithout({ batteryPer })
  const later = (one: Date | null, other: Date) => (one !== null && one > other ? one : other)
  await setDevice(tx, deviceId, {
    ...(isAwaited && (await dueAfter(tx, { device, zone, outage, troubles }, countedAt, now))),
    status:
      report.errors.length > 0 ? deviceStatus.error : isLatest || ended !== null ? working : device.status,
    count: device.count + report.measurements,
    batteryPer,
    lastDbmRecorded: (isLatest ? report.dbm : null) ?? device.lastDbmRecorded,
    runningTime: (isLatest ? report.runningTime : null) ?? device.runningTime,
    clockOffsetMs: report.clockOffsetMs ?? device.clockOffsetMs,
    lastCommunicatedAt: later(device.lastCommunicatedAt, report.receivedAt),
    ...(report.measurements > 0 && { lastRecordedAt: later(device.lastRecordedAt, report.measuredAt) }),
  })
  await noteTroubles(tx, device, troubles, {
    at: now,
    errors: report.errors,
    batteryPer: isLatest ? report.batteryPer : null,
    isLatest: isLatest || ended !== null,
  })
  return ended
}

type DeviceRecord = typeof devices.$inferSelect
type OutageRecord = Pick<typeof deviceOutages.$inferSelect, 'id' | 'since'>

interface Watched {
  device: DeviceRecord
  zone: string
  /** The open one. */
  outage: OutageRecord | null
  /** The open ones. */
  troubles: (typeof deviceTroubles.$inferSelect)['kind'][]
}

async function findWatched(tx: Tx, deviceId: number): Promise<Watched> {
  const [row] = await tx
    .select({
      device: devices,
      zone: organizations.timeZone,
      outage: { id: deviceOutages.id, since: deviceOutages.since },
      troubles: sql<Watched['troubles']>`array(select ${deviceTroubles.kind} from ${deviceTroubles}
        where ${deviceTroubles.deviceId} = ${devices.id} and ${deviceTroubles.endedAt} is null)`,
    })
    .from(devices)
    .innerJoin(organizations, eq(organizations.id, devices.organizationId))
    .leftJoin(deviceOutages, and(eq(deviceOutages.deviceId, devices.id), isNull(deviceOutages.endedAt)))
    .where(eq(devices.id, deviceId))
  if (row === undefined) throw new Error(`there is no device ${deviceId}`)
  return row
}

/** Whether another schedule holds from `at` on. */
async function keepHistory(tx: Tx, device: DeviceRecord, crons: string | null, at: Date): Promise<boolean> {
  const [last] = await tx
    .select({ crons: deviceSchedules.intervalCrons })
    .from(deviceSchedules)
    .where(eq(deviceSchedules.deviceId, device.id))
    .orderBy(desc(deviceSchedules.from), desc(deviceSchedules.id))
    .limit(1)
  if ((last?.crons ?? null) === crons) return false
  const { id: deviceId, organizationId } = device
  await tx.insert(deviceSchedules).values({ organizationId, deviceId, from: at, intervalCrons: crons })
  return true
}

async function keptOf(
  tx: Tx,
  device: DeviceRecord,
  zone: string,
  crons: string,
  from: Date,
  now: Date,
): Promise<Kept> {
  const downtimes = from < now ? await downtimesWithin(tx, from, now) : []
  return { crons, zone, downtimes, ...allowancesOf(device) }
}

/** The first due time that is neither served nor missed already. */
async function dueAfter(
  tx: Tx,
  { device, zone, outage }: Watched,
  measuredAt: Date,
  now: Date,
): Promise<Due | typeof nothingDue> {
  const crons = device.deletedAt === null ? device.intervalCrons || null : null
  if (crons === null) return nothingDue
  const { retrySeconds, driftSeconds } = allowancesOf(device)
  const earliest = new Date(now.getTime() - (retrySeconds + driftSeconds) * 1000)
  const kept = await keptOf(tx, device, zone, crons, earliest, now)
  // A clock that is ahead keeps nobody silent for longer.
  const served = dueAfterMeasurement(measuredAt < now ? measuredAt : now, kept)
  const known = outage === null ? device.nextDueAt : null
  const from = Math.max(served?.getTime() ?? 0, known?.getTime() ?? 0, earliest.getTime())
  const due = firstDue(new Date(from), kept)
  return due === null ? nothingDue : withDeadline(due, kept)
}

async function endOutage(
  tx: Tx,
  { id, organizationId }: DeviceRecord,
  zone: string,
  outage: OutageRecord,
  at: Date,
  { isTold }: { isTold: boolean },
): Promise<{ since: Date; missing: number }> {
  const span = { organizationId, zone, from: outage.since, before: at, now: at }
  const { missing } = sumArrivals(await arrivalsOfDevice(tx, id, span))
  await tx
    .update(deviceOutages)
    .set({ endedAt: at, missing, ...(!isTold && { recoveryAnnouncedAt: at }) })
    .where(and(eq(deviceOutages.organizationId, organizationId), eq(deviceOutages.id, outage.id)))
  return { since: outage.since, missing }
}

const restingStatus = (device: DeviceRecord) =>
  device.lastCommunicatedAt === null ? deviceStatus.waiting : statusWithout(device)

const setDevice = (tx: Tx, deviceId: number, changed: Partial<typeof devices.$inferInsert>) =>
  tx.update(devices).set(changed).where(eq(devices.id, deviceId))
