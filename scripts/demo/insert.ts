import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { role } from '../../contract/access.ts'
import { deviceType } from '../../contract/devices.ts'
import { everyMinutes } from '../../contract/time/schedules.ts'
import type { Tx } from '../../server/db/client.ts'
import {
  dataResets,
  deviceSchedules,
  devices,
  groups,
  inspections,
  memberships,
  meters,
  organizations,
  units,
  users,
} from '../../server/db/schema.ts'
import { keepSchedule, randomAccessHash } from '../../server/features/devices/index.ts'
import type { Accounts } from './accounts.ts'
import type { DemoMeter } from './meters.ts'
import { insertOffice } from './office.ts'
import { company } from './people.ts'
import * as plant from './plant.ts'
import { insertRoutes } from './rounds.ts'
import { dayOf, pastSchedules } from './schedule.ts'

/** The demonstration’s own: fixed, because picture files are stored under it. */
export const organizationId = 1

const day = 86_400_000
export async function isEmpty(tx: Tx): Promise<boolean> {
  const rows = await tx.select({ id: organizations.id }).from(organizations).limit(1)
  return rows.length === 0
}

/** Whether the demonstration is filled for the first time: an initialisation has a job that fills it. */
export async function isFirstFilling(tx: Tx): Promise<boolean> {
  const isFilling = and(eq(organizations.id, organizationId), isNotNull(organizations.filling))
  const isReset = and(eq(dataResets.organizationId, organizationId), isNull(dataResets.finishedAt))
  return (await tx.$count(organizations, isFilling)) > 0 && (await tx.$count(dataResets, isReset)) === 0
}

/** People, devices, groups and meters without readings: enough to sign in. */
export async function insertDemonstration(
  tx: Tx,
  accounts: Accounts,
  demo: readonly DemoMeter[],
  now: Date,
): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * day)
  const filling = { at: now.toISOString(), done: 0, total: daysOf(demo).length }
  await tx
    .insert(organizations)
    .overridingSystemValue()
    .values({ id: organizationId, ...company, filling, createdAt: ago(90) })
  await tx.execute(sql`select setval(pg_get_serial_sequence('organizations', 'id'), ${organizationId})`)
  await insertPeople(tx, accounts, ago(90))
  const ids = await insertPlant(tx, demo, now)
  for (const meter of demo) await insertMeter(tx, meter, ids, ago(meter.location.age ?? 75))
  await insertOffice(tx, organizationId, demo, { now, createdAt: ago(75) })
  await insertRoutes(
    tx,
    organizationId,
    demo.map(({ face }) => face.key),
    now,
  )
}

/** Local days with readings, newest first. */
export const daysOf = (demo: readonly DemoMeter[]): string[] =>
  [...new Set(demo.flatMap(({ instants }) => instants.map(dayOf)))].sort().reverse()

async function insertPeople(tx: Tx, accounts: Accounts, createdAt: Date): Promise<void> {
  for (const { role: held, ...user } of accounts.users) {
    const [row] = await tx
      .insert(users)
      .values({ ...user, createdAt })
      .returning({ id: users.id })
    const userId = known(row).id
    await tx
      .insert(memberships)
      .values({ userId, organizationId, role: held, isAlertMail: held === role.admin, createdAt })
  }
}

type Ids = Record<'devices' | 'groups' | 'inspections' | 'units', Map<string, number>>

const createdAt = (now: Date) => new Date(now.getTime() - 90 * day)

const isScheduled = ({ every, silent }: plant.DemoDevice) => every !== undefined || silent !== undefined

/** As when they were inserted, where an initialisation has deleted them: the reports that are filled in were due. */
export async function insertPastSchedules(tx: Tx, now: Date): Promise<void> {
  // The demonstration’s own were inserted before any others.
  const rows = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(eq(devices.organizationId, organizationId))
    .orderBy(asc(devices.id))
    .limit(plant.devices.length)
    .for('no key update')
  for (const [index, { id }] of rows.entries()) {
    const device = known(plant.devices[index])
    if (!isScheduled(device)) continue
    const isThere = and(eq(deviceSchedules.deviceId, id), lte(deviceSchedules.from, createdAt(now)))
    if ((await tx.$count(deviceSchedules, isThere)) === 0) await insertPastSchedulesOf(tx, device, id, now)
  }
}

const insertPastSchedulesOf = (tx: Tx, device: plant.DemoDevice, deviceId: number, now: Date) =>
  tx
    .insert(deviceSchedules)
    .values(pastSchedules(device, createdAt(now), now).map((past) => ({ organizationId, deviceId, ...past })))

/** The schedule of a device that does not report any more; null if it never did. */
const lastCrons = (device: plant.DemoDevice, now: Date) =>
  isScheduled(device) ? (pastSchedules(device, createdAt(now), now).at(-1)?.intervalCrons ?? null) : null

/** A silent one’s latest reading was the last that was heard of it. */
function lastHeard(device: plant.DemoDevice, demo: readonly DemoMeter[], now: Date): Date {
  const read = demo.filter((meter) => meter.device === device).flatMap(({ instants }) => instants)
  const { silent } = device
  if (silent === undefined || read.length === 0) return new Date(now.getTime() - (silent ?? 0.01) * day)
  return new Date(Math.max(...read.map((at) => at.getTime())))
}

async function insertDevices(tx: Tx, demo: readonly DemoMeter[], now: Date): Promise<{ id: number }[]> {
  const created = createdAt(now)
  const rows = plant.devices.map((device, index) => {
    const { name, type, status, battery, every } = device
    const reports = isScheduled(device)
    const last = lastHeard(device, demo, now)
    return {
      organizationId,
      name,
      type,
      status,
      serialNumber: serialOf(index),
      accessHash: randomAccessHash(),
      batteryPer: battery ?? null,
      lastDbmRecorded:
        type === deviceType.wifiRouter || type === deviceType.analogInput ? null : dbmOf(index),
      intervalCrons: every === undefined ? lastCrons(device, now) : everyMinutes(every),
      lastCommunicatedAt: status === 0 ? null : last,
      lastRecordedAt: reports ? last : null,
      createdAt: created,
    }
  })
  const inserted = await tx.insert(devices).values(rows).returning({ id: devices.id })
  for (const [index, { id }] of inserted.entries()) {
    const device = known(plant.devices[index])
    if (!isScheduled(device)) continue
    await insertPastSchedulesOf(tx, device, id, now)
    await keepSchedule(tx, id, device.silent === undefined ? now : lastHeard(device, demo, now))
  }
  return inserted
}

export const serialOf = (index: number): string => `KS${String(240_001 + index * 37)}`

/** Signal of the n-th device. */
export const dbmOf = (index: number): number => -52 - ((index * 11) % 34)

async function insertPlant(tx: Tx, demo: readonly DemoMeter[], now: Date): Promise<Ids> {
  const own = { organizationId }
  const groupRows = plant.groups.map(({ name, description }) => ({ ...own, name, description }))
  const inspectionRows = plant.inspections.map(({ name, contact }) => ({ ...own, name, contact }))
  const keyed = (things: readonly { key: string }[], rows: readonly { id: number }[]) =>
    new Map(things.map(({ key }, index) => [key, known(rows[index]).id]))
  const named = await tx.select().from(units)
  return {
    devices: keyed(plant.devices, await insertDevices(tx, demo, now)),
    groups: keyed(plant.groups, await tx.insert(groups).values(groupRows).returning({ id: groups.id })),
    inspections: keyed(
      plant.inspections,
      await tx.insert(inspections).values(inspectionRows).returning({ id: inspections.id }),
    ),
    units: new Map(named.map(({ name, id }) => [name, id])),
  }
}

async function insertMeter(
  tx: Tx,
  { location, face, settings }: DemoMeter,
  ids: Ids,
  createdAt: Date,
): Promise<void> {
  const { axis, radius, area } = settings
  await tx.insert(meters).values({
    organizationId,
    name: face.name,
    placeNote: location.note ?? '',
    deviceId: known(ids.devices.get(location.device)),
    meterUnitId: known(ids.units.get(face.unit)),
    meterCategoryId: face.category,
    meterGroupId: known(ids.groups.get(location.group)),
    inspectionId: location.inspection === null ? null : known(ids.inspections.get(location.inspection)),
    startValue: face.range?.start ?? null,
    endValue: face.range?.end ?? null,
    emergencyStartValue: face.abnormal?.start ?? null,
    emergencyEndValue: face.abnormal?.end ?? null,
    digitNumber: settings.digitNumber,
    decimalPoint: settings.decimalPoint,
    settings: settings.settings,
    area,
    pins: axis === null || radius === null ? null : { axis, radius },
    analogSettings: location.analog ?? null,
    createdAt,
    updatedAt: createdAt,
  })
}

export function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the demonstration names something that was not inserted')
  return value
}
