import type { Doubt } from '../contract/values/doubts.ts'
import type { Capture } from './captures.ts'
import { type KenshinDatabase, whenRefused, withDatabase } from './database.ts'
import { sha256Of } from './digest.ts'
import { clearPictureCaches } from './pictureCaches.ts'
import { belongsTo, isCapture, isKnown, ownerOf, type Row } from './rows.ts'
import { isOnlyHere, isUnsent, type Owner } from './sendable.ts'

export interface Photograph
  extends Owner,
    Pick<
      Capture,
      | 'meterId'
      | 'meterName'
      | 'organizationName'
      | 'unit'
      | 'decimalPoint'
      | 'savedAt'
      | 'recorded'
      | 'clockOffset'
    > {
  /** UUID, made by the caller, who holds the draft's lock before the row exists. */
  id: string
  bytes: ArrayBuffer
  mime: string
  /** Milliseconds since 1970 by the phone's clock. */
  capturedAt: number
  monotonicDelta: number
  /** A photograph of the same meter, removed in the same transaction unless it has a value or the server may have it. */
  replaces?: string
}

/** The inspector's answer to the reader's proposal. */
export interface Decision {
  /** In the meter's unit. */
  value: number
  valueSource: 'accepted' | 'corrected'
  /** What spoke against the value when the inspector confirmed it; absent: nothing. */
  confirmedDoubts?: Doubt[]
}

/** Web Lock held by the capture screen while a person decides about a draft. */
export const draftLock = (id: string): string => `draft:${id}`

const channelName = 'kenshin-outbox'

export type Stores = ReturnType<typeof storesOf>

function storesOf(database: KenshinDatabase) {
  const transaction = database.transaction(['captures', 'bytes'], 'readwrite', { durability: 'strict' })
  return {
    rows: transaction.objectStore('captures'),
    bytes: transaction.objectStore('bytes'),
    done: transaction.done,
    /** Undoes what was written before an error that no request failed with, such as one of cloning. */
    abort: (error: unknown): never => {
      try {
        transaction.abort()
      } catch {
        // It has ended by itself.
      }
      throw error
    },
  }
}

/**
 * Changes the outbox in one transaction, or not at all where `work` throws; on return it is durable. On a full disk
 * `work` is done again with more room.
 */
export const writeOutbox = <T>(work: (stores: Stores) => Promise<T>): Promise<T> =>
  makingRoom(() => writeOnce(work))

function writeOnce<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
  return withDatabase(async (database) => {
    const stores = storesOf(database)
    // Both at once, so that both failures are handled: an aborted transaction fails its requests too.
    const [result] = await Promise.all([work(stores).catch(stores.abort), stores.done])
    return result
  })
}

export async function writeAndAnnounce<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
  const result = await writeOutbox(work)
  announceOutbox()
  return result
}

export async function nextSeq(rows: Stores['rows']): Promise<number> {
  const last = await rows.index('seq').openCursor(null, 'prev')
  return (last?.value.seq ?? 0) + 1
}

/**
 * Stores a photograph as a draft. On return it survives the browser being killed.
 *
 * @throws DOMException `QuotaExceededError` when the disk stays full after the caches were cleared; other
 * errors of IndexedDB. The bytes are then still the caller's.
 */
export async function saveCapture({ bytes, replaces, ...photograph }: Photograph): Promise<Capture> {
  const capture = {
    ...photograph,
    kind: 'capture' as const,
    state: 'draft' as const,
    attempts: 0,
    nextAttemptAt: 0,
    lastError: null,
    heldGeneration: null,
    tzOffset: tzOffsetAt(photograph.capturedAt),
    byteLength: bytes.byteLength,
    sha256: await sha256Of(bytes),
    value: null,
    valueSource: null,
    sentAt: null,
    readingId: null,
  }
  return writeAndAnnounce(async ({ rows, bytes: pictures }) => {
    const earlier = await rows.get(capture.id)
    // Stored by an attempt that was reported as failed, and gone on its way since.
    if (earlier && isCapture(earlier) && earlier.state !== 'draft') return earlier
    const row: Capture = { ...capture, seq: earlier?.seq ?? (await nextSeq(rows)) }
    await rows.put(row)
    await pictures.put(bytes, row.id)
    const replaced = replaces === undefined ? undefined : await rows.get(replaces)
    if (replaced && isCapture(replaced) && isUntried(replaced) && replaced.value === null) {
      await rows.delete(replaced.id)
      await pictures.delete(replaced.id)
    }
    return row
  })
}

/** Where the disk is full, does it again with less and less in the caches and of what was discarded. */
export async function makingRoom<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isStorageFull(error)) throw error
  }
  // A browser that refuses caches has nothing in them.
  await clearPictureCaches().catch(() => undefined)
  for (const id of await discardedBefore(Date.now() - undoTime)) {
    try {
      return await write()
    } catch (error) {
      if (!isStorageFull(error)) throw error
    }
    await dropDiscarded(id)
  }
  return write()
}

export const isStorageFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError'

/** So long after a discard its 元に戻す may still stand on the screen. Milliseconds. */
const undoTime = 2 * 60_000

/** Rows that only wait to be taken back, the longest waiting first. */
async function discardedBefore(time: number): Promise<string[]> {
  const rows = await withDatabase((database) => database.getAll('captures'))
  return rows
    .flatMap(({ id, state, removed }) => (state === 'discarded' && removed ? [{ id, at: removed.at }] : []))
    .filter(({ at }) => at < time)
    .sort((a, b) => a.at - b.at)
    .map(({ id }) => id)
}

async function dropDiscarded(id: string): Promise<void> {
  await writeOnce(async ({ rows, bytes }) => {
    if ((await rows.get(id))?.state !== 'discarded') return
    await bytes.delete(id)
    await rows.delete(id)
  })
}

/** Nothing of it has been on the network. */
const isUntried = ({ state, attempts }: Capture): boolean =>
  attempts === 0 && (state === 'draft' || state === 'queued')

/**
 * Records the decision (null: the server reads) and queues the capture. Returns null when it is in flight or
 * sent: then the reading is corrected instead. Only a draft is left to the server, so that no confirmed value is lost.
 */
export function decideCapture(id: string, decision: Decision | null): Promise<Capture | null> {
  return changeCapture(id, (row) =>
    isUntried(row) && (row.state === 'draft' || decision !== null)
      ? {
          ...row,
          state: 'queued',
          value: decision?.value ?? null,
          valueSource: decision?.valueSource ?? null,
          confirmedDoubts: decision?.confirmedDoubts ?? [],
        }
      : null,
  )
}

/** Of an undecided photograph; null where it is decided, or gone. */
export function changeCapturedAt(id: string, capturedAt: number): Promise<Capture | null> {
  return changeCapture(id, (row) =>
    row.state === 'draft' ? { ...row, capturedAt, tzOffset: tzOffsetAt(capturedAt) } : null,
  )
}

/** Stores what the phone found in an undecided photograph. Null where nothing changes. */
export function setLooksLikeOtherMeter(id: string, looksLikeOtherMeter: boolean): Promise<Capture | null> {
  return changeCapture(id, (row) =>
    row.state === 'draft' && (row.looksLikeOtherMeter ?? false) !== looksLikeOtherMeter
      ? { ...row, looksLikeOtherMeter }
      : null,
  )
}

/** Minutes ahead of UTC. */
const tzOffsetAt = (time: number): number => -new Date(time).getTimezoneOffset()

/** Replaces the photograph by a smaller one, unless an attempt has sent the original. */
export async function replaceBytes(id: string, bytes: ArrayBuffer, mime: string): Promise<Capture | null> {
  const sha256 = await sha256Of(bytes)
  return changeCapture(
    id,
    (row) => (isUntried(row) ? { ...row, sha256, mime, byteLength: bytes.byteLength } : null),
    bytes,
  )
}

/** The user's rows, newest first, without bytes; of other users only how many wait to be sent. */
export async function listOutbox(userId: number): Promise<{ rows: Row[]; unsentOfOthers: number }> {
  const stored = await withDatabase((database) => database.getAllFromIndex('captures', 'seq')).catch(
    whenRefused([]),
  )
  const isOwn = (row: Row) => ownerOf(row).userId === userId
  const known = stored.filter(isKnown)
  return {
    rows: known.filter(isOwn).reverse(),
    unsentOfOthers: known.filter((row) => !isOwn(row) && isUnsent(row.state)).length,
  }
}

/** The user's rows, newest first, without bytes. */
export async function listRows(userId: number): Promise<Row[]> {
  return (await listOutbox(userId)).rows
}

export async function listCaptures(userId: number): Promise<Capture[]> {
  return (await listRows(userId)).filter(isCapture)
}

export function readRow(id: string): Promise<Row | null> {
  return withDatabase(async (database) => (await database.get('captures', id)) ?? null)
}

export async function readCapture(id: string): Promise<Capture | null> {
  const row = await readRow(id)
  return row !== null && isCapture(row) ? row : null
}

/** Null once the server has it. */
export function readBytes(id: string): Promise<ArrayBuffer | null> {
  return withDatabase(async (database) => (await database.get('bytes', id)) ?? null)
}

/** What the user would leave behind on this device, rows set aside included. */
export async function countUnsent(userId: number): Promise<number> {
  return (await listRows(userId)).filter((row) => isOnlyHere(row.state)).length
}

/** What each owner would leave behind on this device. */
export interface OwnedRows extends Owner {
  count: number
  /** So many of them are in a file outside the browser. */
  exported: number
}

/** Every owner of rows that only this device has, in the order of their first rows. */
export async function listOwners(): Promise<OwnedRows[]> {
  const rows = await withDatabase((database) => database.getAllFromIndex('captures', 'seq')).catch(
    whenRefused([]),
  )
  const kept = rows.filter((row) => isKnown(row) && isOnlyHere(row.state))
  const owners = new Map(
    kept.map(ownerOf).map((owner) => [`${owner.userId}/${owner.organizationId}`, owner] as const),
  )
  return [...owners.values()].map(({ userId, organizationId }) => {
    const own = kept.filter((row) => belongsTo(row, { userId, organizationId }))
    const exported = own.filter(({ exportedAt }) => exportedAt !== undefined).length
    return { userId, organizationId, count: own.length, exported }
  })
}

/** Calls back after every change by any page or the worker. Returns the unsubscribe function. */
export function watchOutbox(callback: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = () => callback()
  return () => channel.close()
}

export function announceOutbox(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(null)
  channel.close()
}

/** Reads, changes and writes one row in one transaction; `change` returns null for no change. */
export async function changeRow(
  id: string,
  change: (row: Row) => Row | null,
  bytes?: ArrayBuffer,
): Promise<Row | null> {
  const changed = await writeOutbox(async (stores) => {
    const row = await stores.rows.get(id)
    const next = row && isKnown(row) ? change(row) : null
    if (next) {
      await stores.rows.put(next)
      if (bytes) await stores.bytes.put(bytes, id)
    }
    return next
  })
  if (changed) announceOutbox()
  return changed
}

export async function changeCapture(
  id: string,
  change: (capture: Capture) => Capture | null,
  bytes?: ArrayBuffer,
): Promise<Capture | null> {
  const changed = await changeRow(id, (row) => (isCapture(row) ? change(row) : null), bytes)
  return changed !== null && isCapture(changed) ? changed : null
}
