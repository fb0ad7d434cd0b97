import { availableParallelism } from 'node:os'
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Pool } from 'workerpool'
import { meters, organizations, pictures } from '../../server/db/schema.ts'
import type { Deps } from '../../server/deps.ts'
import type { NewPicture } from '../../server/features/pictures/repository.ts'
import { pictureRow, storeFramed, storePicture } from '../../server/features/pictures/store.ts'
import { parsePicture } from '../../server/features/pictures/upload.ts'
import { createProcessPool } from '../../server/imaging/process-pool.ts'
import { daysOf, known, organizationId } from './insert.ts'
import { confirmAlerts, findPeople, insertReadings, type People, readTimes } from './insert-readings.ts'
import { type DemoMeter, demoMeters } from './meters.ts'
import type { Reference, Series, Taken } from './photographs.worker.ts'
import { analogReading, type DemoReading } from './readings.ts'
import { dayOf } from './schedule.ts'

type Parts = Pick<Deps, 'database' | 'storage'>

/** Days after which an alert is confirmed. */
const confirmedDays = 3

const isFilling = and(eq(organizations.id, organizationId), isNotNull(organizations.filling))

/** Progress; null: nothing to fill. */
export async function findFilling({ database }: Pick<Parts, 'database'>) {
  const [row] = await database.asSystem((tx) =>
    tx.select({ filling: organizations.filling }).from(organizations).where(isFilling),
  )
  return row?.filling ?? null
}

/**
 * Photographs and reads the demonstration's meters over 60 days, newest day first. Each meter's day is a
 * transaction and existing readings are skipped, so a killed process can be followed by another. Sends no
 * notifications.
 */
export async function fillDemonstration(
  parts: Parts,
  progress: (done: number, total: number) => void,
  plan: (at: Date) => readonly DemoMeter[] = demoMeters,
): Promise<void> {
  const filling = await findFilling(parts)
  if (filling === null) return
  const at = new Date(filling.at)
  const demo = await numbered(parts, plan(at))
  const days = daysOf(demo)
  const people = await parts.database.asSystem(findPeople)
  const script = new URL('./photographs.worker.ts', import.meta.url)
  // One core stays free for users.
  const pool = createProcessPool(script, Math.max(1, availableParallelism() - 1))
  try {
    await Promise.all(demo.map((meter) => photographReference(parts, pool, meter)))
    for (const [done, day] of days.entries()) {
      progress(done, days.length)
      await Promise.all(demo.map((meter) => fillDay(parts, pool, meter, day, people)))
      const so = { at: filling.at, done: done + 1, total: days.length }
      await parts.database.asSystem((tx) => tx.update(organizations).set({ filling: so }).where(isFilling))
    }
  } finally {
    await pool.terminate(true)
  }
  await parts.database.asSystem(async (tx) => {
    // Whichever ends first, if there are two.
    const ended = await tx.update(organizations).set({ filling: null }).where(isFilling)
    if (ended.rowCount === 0) return
    const before = new Date(at.getTime() - confirmedDays * 86_400_000)
    for (const { id } of demo) await confirmAlerts(tx, id, people, before)
  })
  progress(days.length, days.length)
}

interface Numbered extends DemoMeter {
  id: number
}

/** The meters were inserted in this order, before any others. */
async function numbered({ database }: Parts, demo: readonly DemoMeter[]): Promise<Numbered[]> {
  const rows = await database.asSystem((tx) =>
    tx
      .select({ id: meters.id })
      .from(meters)
      .where(eq(meters.organizationId, organizationId))
      .orderBy(asc(meters.id))
      .limit(demo.length),
  )
  return demo.map((meter, index) => ({ ...meter, id: known(rows[index]).id }))
}

async function keep({ storage }: Parts, bytes: Uint8Array): Promise<NewPicture> {
  const picture = await parsePicture(bytes, 'demonstration')
  await storePicture(storage, organizationId, picture)
  return pictureRow(organizationId, picture)
}

/** Only for meters without a picture, in case a user chose one meanwhile. */
async function photographReference(parts: Parts, pool: Pool, { id, face, view }: Numbered): Promise<void> {
  const { database } = parts
  const blank = and(eq(meters.id, id), isNull(meters.pictureSha256))
  if ((await database.asSystem((tx) => tx.$count(meters, blank))) === 0) return
  const task: Reference = { face: face.key, view }
  const drawn: Uint8Array = await pool.exec('reference', [task])
  const picture = await keep(parts, drawn)
  await database.asSystem(async (tx) => {
    await tx.insert(pictures).values(picture).onConflictDoNothing()
    await tx.update(meters).set({ pictureSha256: picture.sha256 }).where(blank)
  })
}

async function fillDay(
  parts: Parts,
  pool: Pool,
  meter: Numbered,
  day: string,
  people: People,
): Promise<void> {
  const { id, face, means, view, settings, instants } = meter
  const there = await parts.database.asSystem((tx) => readTimes(tx, id))
  const missing = instants
    .map((at, index) => ({ at, index }))
    .filter(({ at }) => dayOf(at) === day && !there.has(at.getTime()))
  if (missing.length === 0) return
  const made: DemoReading[] = []
  const kept: NewPicture[] = []
  if (means === 'analog') made.push(...missing.map(({ at }) => analogReading(face, at, meter.valueAt(at))))
  else {
    const takes = missing.map(({ at, index }) => meter.takeAt(at, index))
    const series: Series = { face: face.key, view, means, settings, takes }
    const taken: Taken[] = await pool.exec('series', [series])
    for (const { jpeg, framed, reading } of taken) {
      const picture = await keep(parts, jpeg)
      const drawnOver = framed && (await keepFramed(parts, framed))
      kept.push(picture, ...(drawnOver ? [drawnOver] : []))
      const names = { pictureSha256: picture.sha256, resultSha256: drawnOver?.sha256 ?? null }
      made.push({ ...reading, reading: { ...reading.reading, ...names } })
    }
  }
  await parts.database.asSystem((tx) => insertReadings(tx, id, made, kept, people))
}

async function keepFramed(
  { storage }: Parts,
  { whole, tile }: NonNullable<Taken['framed']>,
): Promise<NewPicture> {
  const picture = await parsePicture(whole, 'demonstration')
  await storeFramed(storage, organizationId, picture, tile)
  return pictureRow(organizationId, picture)
}
