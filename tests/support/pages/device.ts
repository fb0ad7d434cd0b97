import type { Page } from 'playwright'
import type { Capture } from '../../../offline/captures.ts'
import { databaseName } from '../../../offline/database.ts'
import { referenceCache } from '../../../offline/pictureCaches.ts'
import { expect } from '../browser/expect.ts'

/** A row of the outbox with what is stored of its photograph. */
interface StoredCapture extends Capture {
  /** Null: no bytes. */
  storedSha256: string | null
}

/** The device's outbox, of all users, in shutter order. */
export function outboxOf(page: Page): Promise<StoredCapture[]> {
  // Runs in the browser, without this file's scope.
  const look = async (name: string) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await done(indexedDB.open(name))
    try {
      const transaction = database.transaction(['captures', 'bytes'])
      const rows = await done<Capture[]>(transaction.objectStore('captures').index('seq').getAll())
      const bytes = await Promise.all(
        rows.map((row) => done<ArrayBuffer | undefined>(transaction.objectStore('bytes').get(row.id))),
      )
      return await Promise.all(
        rows.map(async (row, index) => {
          const stored = bytes[index]
          if (stored === undefined) return { ...row, storedSha256: null }
          const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', stored))
          return {
            ...row,
            storedSha256: Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''),
          }
        }),
      )
    } finally {
      database.close()
    }
  }
  return page.evaluate(look, databaseName)
}

/** Waits until this device knows that the camera app takes a photograph for it. */
export async function waitForAwaitedPhotograph(page: Page): Promise<void> {
  const look = async (name: string) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await done(indexedDB.open(name))
    try {
      return await done(database.transaction('cache').objectStore('cache').count('awaited-photograph'))
    } finally {
      database.close()
    }
  }
  await expect.poll(() => page.evaluate(look, databaseName)).toBe(1)
}

/** Waits until the app's files are cached. */
export const waitForWorker = (page: Page): Promise<void> =>
  page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

/** Waits until this device can work offline: files cached, queries persisted. */
export async function waitForOfflineData(page: Page, queries: readonly string[]): Promise<void> {
  await waitForWorker(page)
  const look = async (name: string) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await done(indexedDB.open(name))
    try {
      interface Kept {
        clientState: { queries: { queryKey: string[]; state: { data?: unknown } }[] }
      }
      const [kept] = await done<Kept[]>(database.transaction('cache').objectStore('cache').getAll())
      return (kept?.clientState.queries ?? [])
        .filter(({ state }) => state.data !== undefined)
        .map(({ queryKey }) => String(queryKey[0]))
    } finally {
      database.close()
    }
  }
  await expect.poll(() => page.evaluate(look, databaseName)).toEqual(expect.arrayContaining([...queries]))
}

/** Waits until so many reference pictures are cached. */
export async function waitForReferences(page: Page, count: number): Promise<void> {
  const look = async (name: string) => (await (await caches.open(name)).keys()).length
  await expect.poll(() => page.evaluate(look, referenceCache)).toBe(count)
}

/** Queries that the capture screen needs. */
export const captureQueries = ['account', 'meters', 'units', 'categories', 'groups', 'inspections'] as const

/** What a device still stores of a user, apart from captures. */
export function cachesOf(page: Page): Promise<{ queries: number; session: number; pictures: number }> {
  const look = async (name: string) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await done(indexedDB.open(name))
    try {
      const transaction = database.transaction(['cache', 'session'])
      const [queries, session, stored] = await Promise.all([
        done(transaction.objectStore('cache').count()),
        done(transaction.objectStore('session').count('current')),
        caches.keys(),
      ])
      return { queries, session, pictures: stored.filter((each) => each.includes('pictures')).length }
    } finally {
      database.close()
    }
  }
  return page.evaluate(look, databaseName)
}
