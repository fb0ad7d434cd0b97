import { captureQueries } from '../../support/pages/device.ts'
import { until } from './inspector.ts'
import type { CampaignPhone } from './phone.ts'

/** A phone that went out to work has the app and the lists; without them no photograph is asked of it. */
export async function readyForOffline(phone: CampaignPhone): Promise<void> {
  if ((await until(() => phone.run(hasWorker), 60_000)) === null) throw new Error('no service worker')
  await keptOffline(phone, [])
}

/** `words`: that must stand in its lists too. */
export async function keptOffline(phone: CampaignPhone, words: readonly string[]): Promise<void> {
  if ((await until(() => phone.run(hasLists, { needed: captureQueries, words }), 30_000)) === null)
    throw new Error('no lists on the phone')
}

/** Runs in the page. */
function hasWorker(): boolean {
  return navigator.serviceWorker.controller?.state === 'activated'
}

/** Runs in the page. */
async function hasLists({
  needed,
  words,
}: {
  needed: readonly string[]
  words: readonly string[]
}): Promise<boolean> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  interface Kept {
    clientState: { queries: { queryKey: string[]; state: { data?: unknown } }[] }
  }
  const database = await done(indexedDB.open('kenshin'))
  const [kept] = await done<Kept[]>(database.transaction('cache').objectStore('cache').getAll())
  database.close()
  const names = kept?.clientState.queries.filter(({ state }) => state.data !== undefined)
  const has = new Set(names?.map(({ queryKey }) => queryKey[0]))
  const text = JSON.stringify(names)
  return needed.every((name) => has.has(name)) && words.every((word) => text.includes(word))
}
