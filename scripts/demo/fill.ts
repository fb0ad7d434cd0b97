import { availableParallelism } from 'node:os'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '../../server/db/client.ts'
import { categories, meters, organizations, units } from '../../server/db/schema.ts'
import { keepAllRounds } from '../../server/features/rounds/index.ts'
import { createProcessPool, endProcessPool } from '../../server/imaging/process-pool.ts'
import { type AnyMeter, enteredReading, timesOf } from './entered.ts'
import { fillOffice } from './fill-office.ts'
import { organizationId as demonstration, insertPastSchedules, known } from './insert.ts'
import { confirmAlerts, findPeople, insertReadings, type People, readTimes } from './insert-readings.ts'
import { type DemoMeter, demoMeters } from './meters.ts'
import { company } from './people.ts'
import { type Parts, type Photographed, photographDay, photographReference } from './photographed.ts'
import { insertPastRounds } from './rounds.ts'
import { localDayOf } from './schedule.ts'

/** Days after which an alert is confirmed. */
const confirmedDays = 3

const isFilling = (organizationId: number) =>
  and(eq(organizations.id, organizationId), isNotNull(organizations.filling))

/** Progress; null: nothing to fill. */
export async function findFilling({ database }: Pick<Parts, 'database'>, organizationId: number) {
  const [row] = await database.asSystem((tx) =>
    tx.select().from(organizations).where(isFilling(organizationId)),
  )
  return row?.filling ?? null
}

/** A meter whose last 60 days are filled. */
interface Filled {
  id: number
  /** Oldest first. */
  instants: readonly Date[]
  prepare: () => Promise<void>
  take: (missing: Missing[]) => Promise<Photographed>
}
export interface Missing {
  at: Date
  /** Of its time. */
  index: number
}

/**
 * Fills an organization’s meters over 60 days, newest day first: those of the demonstration are photographed and read,
 * those of any other have entered values. Each meter's day is a transaction and existing readings are skipped, so a
 * killed process can be followed by another. Sends no notifications.
 */
export async function fillDemonstration(
  parts: Parts,
  organizationId: number,
  progress: (done: number, total: number) => void,
  plan: (at: Date) => readonly DemoMeter[] = demoMeters,
): Promise<void> {
  const { database } = parts
  const [row] = await database.asSystem((tx) =>
    tx.select().from(organizations).where(isFilling(organizationId)),
  )
  if (row?.filling == null) return
  const { filling, timeZone } = row
  const at = new Date(filling.at)
  const script = new URL('./photographs.worker.ts', import.meta.url)
  // One core stays free for users.
  const pool = createProcessPool(script, Math.max(1, availableParallelism() - 1))
  const isDemonstration = organizationId === demonstration && row.code === company.code
  try {
    const all = await metersOf(parts, organizationId)
    const filled = isDemonstration
      ? // They were inserted in this order, before any others.
        plan(at).map((meter, index) => photographed(parts, pool, { ...meter, id: known(all[index]).row.id }))
      : all.map((meter) => entered(meter, timesOf(meter, timeZone, at)))
    const people = await database.asSystem((tx) => findPeople(tx, organizationId))
    if (isDemonstration)
      await database.asSystem(async (tx) => {
        await insertPastSchedules(tx, at)
        const faces = plan(at).map(({ face }) => face.key)
        await insertPastRounds(tx, organizationId, faces, people.inspector.id, at)
        await fillOffice(tx, { organizationId, timeZone, people, at }, plan(at))
      })
    const days = daysOf(filled, timeZone)
    await eachOf(filled, ({ prepare }) => prepare())
    for (const [done, day] of days.entries()) {
      progress(done, days.length)
      await eachOf(filled, (meter) => fillDay(parts, { organizationId, timeZone, people }, meter, day))
      const so = { at: filling.at, done: done + 1, total: days.length }
      await database.asSystem((tx) =>
        tx.update(organizations).set({ filling: so }).where(isFilling(organizationId)),
      )
    }
    const before = new Date(at.getTime() - confirmedDays * 86_400_000)
    await eachOf(filled, ({ id }) =>
      database.asSystem((tx) => confirmAlerts(tx, { organizationId, id }, people, before)),
    )
    await database.asSystem((tx) => endFilling(tx, organizationId, new Date()))
    progress(days.length, days.length)
  } finally {
    await endProcessPool(pool)
  }
}

/** Whoever sees that all is filled sees the past rounds as well. */
export async function endFilling(tx: Tx, organizationId: number, now: Date): Promise<void> {
  await tx.update(organizations).set({ filling: null }).where(isFilling(organizationId))
  await keepAllRounds(tx, organizationId, now)
}

/** Fewer meters at a time than the database has connections. */
const atOnce = 8

async function eachOf(filled: readonly Filled[], work: (meter: Filled) => Promise<void>): Promise<void> {
  const left = filled.values()
  const workThrough = async () => {
    for (const meter of left) await work(meter)
  }
  await Promise.all(Array.from({ length: atOnce }, workThrough))
}

const metersOf = ({ database }: Parts, organizationId: number): Promise<AnyMeter[]> =>
  database.asSystem((tx) =>
    tx
      .select({ row: meters, type: categories.type, unit: units.name })
      .from(meters)
      .innerJoin(categories, eq(categories.id, meters.meterCategoryId))
      .innerJoin(units, eq(units.id, meters.meterUnitId))
      .where(eq(meters.organizationId, organizationId))
      .orderBy(asc(meters.id)),
  )

const daysOf = (filled: readonly Filled[], timeZone: string): string[] =>
  [...new Set(filled.flatMap(({ instants }) => instants.map((at) => localDayOf(timeZone, at))))]
    .sort()
    .reverse()

type Pool = ReturnType<typeof createProcessPool>

const photographed = (parts: Parts, pool: Pool, meter: DemoMeter & { id: number }): Filled => ({
  id: meter.id,
  instants: meter.instants,
  prepare: () => photographReference(parts, pool, meter),
  take: (missing) => photographDay(parts, pool, meter, missing),
})

const entered = (meter: AnyMeter, instants: Date[]): Filled => ({
  id: meter.row.id,
  instants,
  prepare: async () => {},
  take: async (missing) => ({ made: missing.map(({ at }) => enteredReading(meter, at)), stored: [] }),
})

interface Of {
  organizationId: number
  timeZone: string
  people: People
}

async function fillDay({ database }: Parts, of: Of, meter: Filled, day: string): Promise<void> {
  const { organizationId, timeZone, people } = of
  const there = await database.asSystem((tx) => readTimes(tx, meter.id))
  const missing = meter.instants
    .map((at, index) => ({ at, index }))
    .filter(({ at }) => localDayOf(timeZone, at) === day && !there.has(at.getTime()))
  if (missing.length === 0) return
  const { made, stored } = await meter.take(missing)
  await database.asSystem((tx) => insertReadings(tx, { organizationId, id: meter.id }, made, stored, people))
}
