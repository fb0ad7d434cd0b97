import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { Deps } from '../server/deps.ts'
import { takePicture } from '../server/features/pictures/intake.ts'
import { describePicture, storeFramed, storePicture } from '../server/features/pictures/keep.ts'
import { type FirstSignIn, keepSignIn, makeAccounts } from './demo/accounts.ts'
import { type FilledMeter, insertDemonstration, isEmpty, organizationId } from './demo/insert.ts'
import { type DemoMeter, demoMeters } from './demo/meters.ts'
import type { Reference, Series, Taken } from './demo/photographs.worker.ts'
import { analogReading } from './demo/readings.ts'

export type { FirstSignIn } from './demo/accounts.ts'

type Parts = Pick<Deps, 'database' | 'storage' | 'clock' | 'env'>

/**
 * Fills an empty database with an organization to look at: meters of every category, 60 days of pictures and what
 * the reader read in them. All rows come in one transaction at the end, so a start that was interrupted leaves
 * nothing but picture files, which the next one writes over. Null where any organization exists already.
 */
export async function seedDemonstration(
  parts: Parts,
  progress: (done: number, total: number) => void,
  meters: readonly DemoMeter[] = demoMeters(parts.clock()),
): Promise<FirstSignIn | null> {
  if (!(await parts.database.asSystem(isEmpty))) return null
  const filled: FilledMeter[] = []
  const pool = new Piscina({
    filename: fileURLToPath(new URL('./demo/photographs.worker.ts', import.meta.url)),
    maxThreads: availableParallelism(),
  })
  try {
    progress(0, meters.length)
    await Promise.all(
      // The longest first, so that no thread is left alone with one at the end.
      meters
        .toSorted((a, b) => b.instants.length - a.instants.length)
        .map(async (meter) => {
          filled.push(await fill(parts, pool, meter))
          progress(filled.length, meters.length)
        }),
    )
  } finally {
    await pool.destroy()
  }
  const accounts = await makeAccounts()
  // Before the rows: an account whose password nobody knows would be worse than a file without an account.
  keepSignIn(parts.env.DATA_DIR, accounts.signIn)
  await insertDemonstration(parts.database, accounts, filled, parts.clock())
  return accounts.signIn
}

async function fill({ storage }: Parts, pool: Piscina, meter: DemoMeter): Promise<FilledMeter> {
  const { face, view, means, settings, instants } = meter
  const keep = async (bytes: Uint8Array) => {
    const picture = await takePicture(bytes, 'demonstration')
    await storePicture(storage, organizationId, picture)
    return describePicture(organizationId, picture)
  }
  const keepFramed = async ({ whole, tile }: NonNullable<Taken['framed']>) => {
    const picture = await takePicture(whole, 'demonstration')
    await storeFramed(storage, organizationId, picture, tile)
    return describePicture(organizationId, picture)
  }
  const seen: Reference = { face: face.key, view }
  const drawn: Uint8Array = await pool.run(seen, { name: 'reference' })
  const filled: FilledMeter = { meter, reference: await keep(drawn), readings: [], pictures: [] }
  if (means === 'analog') {
    filled.readings = instants.map((at) => analogReading(face, at, meter.valueAt(at)))
    return filled
  }
  const takes = instants.map((at, index) => meter.takeAt(at, index))
  const series: Series = { ...seen, means, settings, takes }
  const taken: Taken[] = await pool.run(series, { name: 'series' })
  for (const { jpeg, framed: drawnOver, reading } of taken) {
    const picture = await keep(jpeg)
    const framed = drawnOver && (await keepFramed(drawnOver))
    filled.pictures.push(picture, ...(framed ? [framed] : []))
    const names = { pictureSha256: picture.sha256, resultSha256: framed?.sha256 ?? null }
    filled.readings.push({ ...reading, reading: { ...reading.reading, ...names } })
  }
  return filled
}
