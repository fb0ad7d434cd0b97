import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb'
import type { Row } from './rows.ts'
import type { Owner } from './sendable.ts'

/** The session as pages and worker share it; a worker has no localStorage. */
export interface Session extends Owner {
  /** The Bearer token (`accessKey` of the documents). */
  access: string
  /** Needed to change the password (`passwordKey`). */
  password: string
  /** Null without remember-login: only the tab that signed in holds it, in sessionStorage. */
  refresh: string | null
  organizationName: string
  /** Rises with every change; the higher copy wins. */
  generation: number
}

/** What proves to the server whose rows these are, also after their owner has signed out. */
export interface OwnerProof extends Owner {
  proof: string
}

/** The console's IndexedDB, shared by pages and service worker. */
interface KenshinSchema extends DBSchema {
  /** The outbox: photographs, their bytes in `bytes` under the same key, skips and replacements. */
  captures: { key: string; value: Row; indexes: { seq: number } }
  /** Photographs that the server does not have yet. ArrayBuffers only: WebKit loses Blobs. */
  bytes: { key: string; value: ArrayBuffer }
  /** `proofs`: of every user who has signed in here. They stay when the session ends. */
  session: { key: 'current' | 'proofs'; value: Session | OwnerProof[] }
  cache: { key: string; value: unknown }
}
export type KenshinDatabase = IDBPDatabase<KenshinSchema>

export const databaseName = 'kenshin'
/**
 * Raised with every change of the stores. Upgrades only add: rows of older versions stay. A raised version shuts out
 * tabs and workers of versions that do not open a later one (below; version 1 of the app did not): new kinds of rows
 * need no raise.
 */
export const databaseVersion = 1

/** The browser gives this page no database, as in some private windows: nothing was ever stored in it. */
export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused'
}

/** Errors of opening where storing is forbidden: `InvalidStateError` is from private windows of Firefox before 115. */
const refusals = new Set(['SecurityError', 'InvalidStateError'])
/** Chromium's message where all cookies are blocked: a damaged database fails with an error of the same name. */
const denied = /denied permission/

const isRefusal = (error: unknown): boolean =>
  error instanceof DOMException
    ? refusals.has(error.name) || denied.test(error.message)
    : globalThis.indexedDB === undefined || globalThis.indexedDB === null

let opened: Promise<KenshinDatabase> | null = null

function open(): Promise<KenshinDatabase> {
  const callbacks: OpenDBCallbacks<KenshinSchema> = {
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
  }
  const connect = async () => openDB(databaseName, databaseVersion, callbacks)
  const opening = connect().catch((error: unknown) => {
    if (isRefusal(error)) throw new DatabaseRefused('the browser refuses the database', { cause: error })
    if (!(error instanceof DOMException && error.name === 'VersionError')) throw error
    // A later version of the app has added something that this one does not use.
    return openDB(databaseName, undefined, callbacks)
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

/** Errors for a connection that the browser closed itself (iOS does in the background). */
const lostConnection = new Set(['InvalidStateError', 'UnknownError'])

/**
 * Runs `work` on the database, and once more on a new connection if this one was closed. So `work` must be
 * repeatable and await its transactions' `done`.
 *
 * @throws DOMException from IndexedDB, e.g. `QuotaExceededError`; `DatabaseRefused`.
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

export const canOpenDatabase = (): Promise<boolean> => withDatabase(async () => true).catch(() => false)

/** For `catch`: returns what a refused database holds, and throws other errors. */
export const whenRefused =
  <T>(nothing: T) =>
  (error: unknown): T => {
    if (error instanceof DatabaseRefused) return nothing
    throw error
  }

export async function closeDatabase(): Promise<void> {
  if (opened) forget(opened)
}
