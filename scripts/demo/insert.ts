import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { role } from '../../contract/access.ts'
import type { Database, Tx } from '../../server/db/client.ts'
import {
  alerts,
  devices,
  groups,
  inspections,
  memberships,
  meters,
  organizations,
  pictures,
  readingChanges,
  readings,
  units,
  users,
} from '../../server/db/schema.ts'
import { agreeThroughout } from '../../server/features/alerts/agree.ts'
import { confirmAlert } from '../../server/features/alerts/repository.ts'
import type { NewPicture } from '../../server/features/pictures/repository.ts'
import type { Accounts } from './accounts.ts'
import type { DemoMeter } from './meters.ts'
import { company } from './people.ts'
import * as plant from './plant.ts'
import type { DemoReading } from './readings.ts'

/** Known before the row exists, because picture files are kept under it. */
export const organizationId = 1

/** A meter of the demonstration with everything that is inserted of it. */
export interface FilledMeter {
  meter: DemoMeter
  reference: NewPicture
  readings: DemoReading[]
  pictures: NewPicture[]
}

const day = 86_400_000
/** Days after which somebody has looked at an alert. */
const confirmedDays = 3
/** PostgreSQL takes 65,535 parameters a statement; a reading has about 30. */
const batch = 1000

export async function isEmpty(tx: Tx): Promise<boolean> {
  const rows = await tx.select({ id: organizations.id }).from(organizations).limit(1)
  return rows.length === 0
}

/** The whole organization in one transaction: all of it or nothing. */
export async function insertDemonstration(
  database: Database,
  accounts: Accounts,
  filled: readonly FilledMeter[],
  now: Date,
): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * day)
  await database.asSystem(async (tx) => {
    await tx
      .insert(organizations)
      .overridingSystemValue()
      .values({ id: organizationId, ...company, createdAt: ago(90) })
    await tx.execute(sql`select setval(pg_get_serial_sequence('organizations', 'id'), ${organizationId})`)
    const people = await insertPeople(tx, accounts, ago(90))
    const ids = await insertPlant(tx, now)
    await inBatches(
      filled.flatMap(({ reference, pictures: taken }) => [reference, ...taken]),
      (rows) => tx.insert(pictures).values(rows).onConflictDoNothing(),
    )
    for (const { meter, reference, readings: made } of filled) {
      const meterId = await insertMeter(tx, meter, reference.sha256, ids, ago(meter.place.age ?? 75))
      const deviceId = ids.devices.get(meter.device.key) ?? null
      await insertReadings(tx, made, { meterId, deviceId }, people)
      await insertAlerts(tx, meterId, people, ago(confirmedDays))
    }
  })
}

interface People {
  inspector: number
  clerk: number
}

async function insertPeople(tx: Tx, accounts: Accounts, createdAt: Date): Promise<People> {
  const ids = new Map<number, number>()
  for (const { role: held, ...user } of accounts.users) {
    const [row] = await tx
      .insert(users)
      .values({ ...user, createdAt })
      .returning({ id: users.id })
    const userId = known(row).id
    await tx
      .insert(memberships)
      .values({ userId, organizationId, role: held, isAlertMail: held === role.admin, createdAt })
    ids.set(held, userId)
  }
  return { inspector: known(ids.get(role.general)), clerk: known(ids.get(role.admin)) }
}

type Ids = Record<'devices' | 'groups' | 'inspections' | 'units', Map<string, number>>

async function insertPlant(tx: Tx, now: Date): Promise<Ids> {
  const own = { organizationId }
  const deviceRows = plant.devices.map(({ name, type, status, battery, silent }, index) => ({
    ...own,
    name,
    type,
    status,
    serialNumber: `KS${String(240_001 + index * 37)}`,
    batteryPer: battery ?? null,
    lastDbmRecorded: type === 1 || type === 4 ? null : -52 - ((index * 11) % 34),
    lastCommunicatedAt: status === 0 ? null : new Date(now.getTime() - (silent ?? 0.01) * day),
  }))
  const groupRows = plant.groups.map(({ name, description }) => ({ ...own, name, description }))
  const inspectionRows = plant.inspections.map(({ name }) => ({ ...own, name }))
  const keyed = (things: readonly { key: string }[], rows: readonly { id: number }[]) =>
    new Map(things.map(({ key }, index) => [key, known(rows[index]).id]))
  const named = await tx.select().from(units)
  return {
    devices: keyed(plant.devices, await tx.insert(devices).values(deviceRows).returning({ id: devices.id })),
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
  { place, face, settings }: DemoMeter,
  pictureSha256: string,
  ids: Ids,
  createdAt: Date,
): Promise<number> {
  const { axis, radius, area } = settings
  const [row] = await tx
    .insert(meters)
    .values({
      organizationId,
      name: face.name,
      deviceId: known(ids.devices.get(place.device)),
      meterUnitId: known(ids.units.get(face.unit)),
      meterCategoryId: face.category,
      meterGroupId: known(ids.groups.get(place.group)),
      inspectionId: place.inspection === null ? null : known(ids.inspections.get(place.inspection)),
      startValue: face.range?.start ?? null,
      endValue: face.range?.end ?? null,
      emergencyStartValue: face.abnormal?.start ?? null,
      emergencyEndValue: face.abnormal?.end ?? null,
      digitNumber: settings.digitNumber,
      decimalPoint: settings.decimalPoint,
      settings: settings.settings,
      area,
      pins: axis === null || radius === null ? null : { axis, radius },
      analogSettings: place.analog ?? null,
      pictureSha256,
      createdAt,
      updatedAt: createdAt,
    })
    .returning({ id: meters.id })
  return known(row).id
}

async function insertReadings(
  tx: Tx,
  made: readonly DemoReading[],
  of: { meterId: number; deviceId: number | null },
  { inspector, clerk }: People,
): Promise<void> {
  await inBatches(made, async (some) => {
    const rows = await tx
      .insert(readings)
      .values(
        some.map(({ reading, sentByPhone }) => ({
          ...reading,
          ...of,
          organizationId,
          createdByUserId: sentByPhone ? inspector : null,
        })),
      )
      .returning({ id: readings.id })
    const changes = some.flatMap(({ correction }, index) =>
      correction === null
        ? []
        : [
            {
              ...correction,
              organizationId,
              readingId: known(rows[index]).id,
              userId: clerk,
              action: 'correct' as const,
            },
          ],
    )
    if (changes.length > 0) await tx.insert(readingChanges).values(changes)
  })
}

/** Alerts as the server makes them of these readings, of which nobody is told; most of the older ones are confirmed. */
async function insertAlerts(tx: Tx, meterId: number, { clerk }: People, before: Date): Promise<void> {
  const silent = { mailAlert: async () => {}, pushAlert: async () => {} }
  await agreeThroughout({ jobs: silent }, tx, { organizationId, id: meterId })
  const past = await tx
    .select({ id: alerts.id, endedAt: alerts.updatedAt })
    .from(alerts)
    .where(and(eq(alerts.meterId, meterId), eq(alerts.isAlert, false), lt(alerts.updatedAt, before)))
    .orderBy(asc(alerts.createdAt))
  for (const [index, { id, endedAt }] of past.entries()) {
    if (index % 4 === 3) continue
    const at = new Date(endedAt.getTime() + (20 + (index % 5) * 17) * 60_000)
    const comment = comments[index % comments.length] ?? null
    await confirmAlert(tx, organizationId, id, { userId: clerk, at, comment })
  }
}

const comments = [
  'バルブを調整しました。',
  null,
  '現地で確認済み。一時的な変動です。',
  null,
  '設備担当に連絡し、復旧しました。',
]

async function inBatches<Row>(
  rows: readonly Row[],
  insert: (some: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += batch) await insert(rows.slice(start, start + batch))
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the demonstration names something that was not inserted')
  return value
}
