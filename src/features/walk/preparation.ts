import type { QueryClient } from '@tanstack/react-query'
import type { Meter } from '../../../contract/meters.ts'
import { pictureCache, referenceCache } from '../../../offline/pictureCaches.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { groupsQuery } from '../../lib/queries/groups.ts'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { roundsQuery } from '../../lib/queries/rounds.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { isStop } from '../../lib/rounds/walk.ts'
import { metersOfRound, monthIn, monthUsagesQuery } from '../../lib/usages/monthUsages.ts'
import { isWorkerRefused } from '../../pwa/workerRefused.ts'

/** What a round needs without signal, and is not on this phone. */
export interface Missing {
  /** Pages, reader with its weights, reader of codes: what the service worker keeps. */
  app: boolean
  data: boolean
  pictures: number
}

export const isComplete = ({ app, data, pictures }: Missing): boolean => !app && !data && pictures === 0

/** Pictures asked for at a time. */
const lanes = 4
/** Of one picture, or of the worker's installation. Milliseconds. */
const timeout = 30_000

const picturesOf = (meters: readonly Meter[]): string[] => [
  ...new Set(
    meters.flatMap(({ reference, thumbnail }) => [reference, thumbnail].filter((each) => each !== null)),
  ),
]

/** As the service worker names them: without the signature, which changes daily. */
const pathOf = (address: string) => new URL(address, location.href).pathname

/** Empty where the browser refuses caches, as in some private windows. */
const keysOf = async (name: string): Promise<readonly Request[]> =>
  caches
    .open(name)
    .then((cache) => cache.keys())
    .catch(() => [])

async function missingPictures(addresses: readonly string[]): Promise<string[]> {
  const kept = new Set<string>()
  for (const name of [pictureCache, referenceCache])
    for (const { url } of await keysOf(name)) kept.add(new URL(url).pathname)
  return addresses.filter((address) => !kept.has(pathOf(address)))
}

/** The worker has installed everything, the reader's weights too, or nothing. */
async function hasApp(): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false
  const names = (await caches.keys()).filter((name) => name.includes('precache'))
  const keys = await Promise.all(names.map(keysOf))
  return keys.flat().some(({ url }) => new URL(url).pathname.endsWith('.bin'))
}

/** Looked up in the stores themselves: a browser short of storage may have emptied them. */
export async function missingFor(meters: readonly Meter[], hasData: boolean): Promise<Missing> {
  if (!('serviceWorker' in navigator)) return { app: true, data: !hasData, pictures: 0 }
  const pictures = await missingPictures(picturesOf(meters))
  return { app: !(await hasApp()), data: !hasData, pictures: pictures.length }
}

async function workerInControl(): Promise<void> {
  if (!('serviceWorker' in navigator) || isWorkerRefused() || navigator.serviceWorker.controller) return
  const { promise, resolve } = Promise.withResolvers<void>()
  navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
  setTimeout(resolve, timeout)
  await promise
}

async function fetchMonths(client: QueryClient, inspectionId: number): Promise<void> {
  const { organization } = await client.query(accountQuery)
  const ids = metersOfRound(await client.query(metersQuery), inspectionId)
  const query = monthUsagesQuery(ids, monthIn(organization.time_zone))
  if (ids.length > 0) await client.query({ ...query, staleTime: 0 })
}

/** Fetches what the round needs; `tell` hears the share that is done. Stops where the signal is lost. */
export async function prepare(
  client: QueryClient,
  inspectionId: number,
  tell: (share: number) => void,
): Promise<void> {
  const queries = [
    () => fetchMonths(client, inspectionId),
    () => client.query({ ...roundsQuery, staleTime: 0 }),
    () => client.query({ ...inspectionsQuery, staleTime: 0 }),
    () => client.query({ ...groupsQuery, staleTime: 0 }),
    () => client.query({ ...unitsQuery, staleTime: 0 }),
    () => client.query({ ...categoriesQuery, staleTime: 0 }),
  ]
  await workerInControl()
  await client.query({ ...accountQuery, staleTime: 0 })
  // First: a picture may have been changed, or a meter added.
  const meters = await client.query({ ...metersQuery, staleTime: 0 })
  const pictures = await missingPictures(picturesOf(meters.filter((meter) => isStop(meter, inspectionId))))
  const all = queries.length + pictures.length
  let done = 0
  const finish = () => {
    done += 1
    tell(done / all)
  }
  for (const query of queries) {
    await query()
    finish()
  }
  const left = pictures.values()
  const lane = async () => {
    for (const address of left) {
      // One that fails is told as missing in the end.
      await fetch(address, { signal: AbortSignal.timeout(timeout) })
        .then((answer) => answer.arrayBuffer())
        .catch(console.warn)
      finish()
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
