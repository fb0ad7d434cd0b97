import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Capture, Owner } from './captures.ts'

/** The signed-in session as pages and worker share it. The worker has no localStorage, so it reads this. */
export interface Session extends Owner {
  /** Sent as Bearer (`accessKey` of the documents). */
  access: string
  /** Needed to change the password (`passwordKey`). */
  password: string
  /** Null without remember-login: then only the tab that signed in holds it, in sessionStorage. */
  refresh: string | null
  organizationName: string
  /** Rises with every change; of two copies the higher one is right. */
  generation: number
}

/** The one IndexedDB of the console, shared by its pages and its service worker. */
interface KenshinSchema extends DBSchema {
  /** What is known of each photograph; the photograph itself is in `bytes` under the same key. */
  captures: { key: string; value: Capture; indexes: { seq: number } }
  /** Photographs that the server does not hold yet. ArrayBuffers only: WebKit loses Blobs. */
  bytes: { key: string; value: ArrayBuffer }
  /** The signed-in session under the key `current`. */
  session: { key: 'current'; value: Session }
  /** The persisted query cache. */
  cache: { key: string; value: unknown }
}
export type KenshinDatabase = IDBPDatabase<KenshinSchema>

export const databaseName = 'kenshin'
/** Raised with every change of the stores. An upgrade only adds: rows of every older version stay. */
export const databaseVersion = 1

let opened: Promise<KenshinDatabase> | null = null

function open(): Promise<KenshinDatabase> {
  const opening = openDB<KenshinSchema>(databaseName, databaseVersion, {
    upgrade(database, from) {
      if (from < 1) {
        database.createObjectStore('captures', { keyPath: 'id' }).createIndex('seq', 'seq', { unique: true })
        database.createObjectStore('bytes')
        database.createObjectStore('session')
        database.createObjectStore('cache')
      }
    },
    // A newer version of the app in another tab waits for this connection.
    blocking: () => forget(opening),
    terminated: () => forget(opening),
  })
  opening.catch(() => forget(opening))
  return opening
}

function forget(opening: Promise<KenshinDatabase>): void {
  if (opened === opening) opened = null
  opening.then(
    (database) => database.close(),
    () => undefined,
  )
}

/** Names under which browsers report that a connection is gone although nobody closed it (iOS does so in the background). */
const lostConnection = new Set(['InvalidStateError', 'UnknownError'])

/**
 * Runs `work` on the database. When the connection turns out to be closed, it is opened anew and `work`
 * runs once more; so `work` must be repeatable, and must await the end (`done`) of its transactions.
 *
 * @throws DOMException what IndexedDB reports, `QuotaExceededError` among it.
 */
export async function withDatabase<T>(work: (database: KenshinDatabase) => Promise<T>): Promise<T> {
  opened ??= open()
  const current = opened
  try {
    return await work(await current)
  } catch (error) {
    if (!(error instanceof DOMException && lostConnection.has(error.name))) throw error
    forget(current)
    opened ??= open()
    return await work(await opened)
  }
}

/** Closes the connection; the next use opens it again. */
export async function closeDatabase(): Promise<void> {
  if (opened) forget(opened)
}
