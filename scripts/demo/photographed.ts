import { and, eq, isNull } from 'drizzle-orm'
import type { Pool } from 'workerpool'
import { meters, pictures } from '../../server/db/schema.ts'
import type { Deps } from '../../server/deps.ts'
import {
  type NewPicture,
  parsePicture,
  pictureRow,
  storeFramed,
  storePicture,
} from '../../server/features/pictures/index.ts'
import { organizationId } from './insert.ts'
import type { DemoMeter } from './meters.ts'
import type { Reference, Series, Taken } from './photographs.worker.ts'
import { analogReading, type DemoReading } from './readings.ts'

export type Parts = Pick<Deps, 'database' | 'storage'>

export interface Photographed {
  made: DemoReading[]
  stored: NewPicture[]
}

interface Numbered extends DemoMeter {
  id: number
}

async function store({ storage }: Parts, bytes: Uint8Array): Promise<NewPicture> {
  const picture = await parsePicture(bytes, 'demonstration')
  await storePicture(storage, organizationId, picture)
  return pictureRow(organizationId, picture)
}

/** Only for meters without a picture, in case a user chose one meanwhile. */
export async function photographReference(
  parts: Parts,
  pool: Pool,
  { id, face, view }: Numbered,
): Promise<void> {
  const { database } = parts
  const blank = and(eq(meters.id, id), isNull(meters.pictureSha256))
  if ((await database.asSystem((tx) => tx.$count(meters, blank))) === 0) return
  const task: Reference = { face: face.key, view }
  const drawn: Uint8Array = await pool.exec('reference', [task])
  const picture = await store(parts, drawn)
  await database.asSystem(async (tx) => {
    await tx.insert(pictures).values(picture).onConflictDoNothing()
    await tx.update(meters).set({ pictureSha256: picture.sha256 }).where(blank)
  })
}

/** A demonstration meter at some of its times; analog input has values only. */
export async function photographDay(
  parts: Parts,
  pool: Pool,
  meter: Numbered,
  missing: readonly { at: Date; index: number }[],
): Promise<Photographed> {
  const { face, means, view, settings } = meter
  if (means === 'analog') {
    const made = missing.map(({ at }) => analogReading(face, at, meter.valueAt(at), meter.isLateAt(at)))
    return { made, stored: [] }
  }
  const takes = missing.map(({ at, index }) => meter.takeAt(at, index))
  const series: Series = { face: face.key, view, means, settings, takes }
  const taken: Taken[] = await pool.exec('series', [series])
  const made: DemoReading[] = []
  const stored: NewPicture[] = []
  for (const { jpeg, framed, reading } of taken) {
    const picture = await store(parts, jpeg)
    const drawnOver = framed && (await storeResult(parts, framed))
    stored.push(picture, ...(drawnOver ? [drawnOver] : []))
    const names = { pictureSha256: picture.sha256, resultSha256: drawnOver?.sha256 ?? null }
    made.push({ ...reading, reading: { ...reading.reading, ...names } })
  }
  return { made, stored }
}

async function storeResult(
  { storage }: Parts,
  { whole, tile }: NonNullable<Taken['framed']>,
): Promise<NewPicture> {
  const picture = await parsePicture(whole, 'demonstration')
  await storeFramed(storage, organizationId, picture, tile)
  return pictureRow(organizationId, picture)
}
