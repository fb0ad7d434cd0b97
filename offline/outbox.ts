import { type Capture, isUnsent, type Owner } from './captures.ts'
import { type KenshinDatabase, withDatabase } from './database.ts'
import { sha256Of } from './digest.ts'
import { clearPictures } from './pictures.ts'

/** A photograph as it comes from the camera or the file dialog. */
export interface Photograph
  extends Owner,
    Pick<Capture, 'meterId' | 'meterName' | 'organizationName' | 'unit' | 'decimalPoint'> {
  /** UUID; made by the caller so that it can hold the draft's lock before the row exists. */
  id: string
  bytes: ArrayBuffer
  mime: string
  /** Milliseconds since 1970 by the phone's clock. */
  capturedAt: number
  monotonicDelta: number
  /** Draft of the same meter that this photograph stands in for; removed in the same transaction. */
  replaces?: string
}

/** What the inspector made of the reader's proposal. */
export interface Decision {
  /** In the meter's unit. */
  value: number
  valueSource: 'accepted' | 'corrected'
}

interface Unsent {
  count: number
  /** When the oldest was photographed, milliseconds since 1970; null when there is none. */
  oldest: number | null
}

/** Web Lock that the capture screen holds while a person is deciding about a draft. */
export const draftLock = (id: string): string => `draft:${id}`

const channelName = 'kenshin-outbox'

type Stores = ReturnType<typeof storesOf>

function storesOf(database: KenshinDatabase) {
  const transaction = database.transaction(['captures', 'bytes'], 'readwrite', { durability: 'strict' })
  return {
    captures: transaction.objectStore('captures'),
    bytes: transaction.objectStore('bytes'),
    done: transaction.done,
  }
}

/** Changes the outbox in one transaction. When this returns, the medium has it. */
export function writeOutbox<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
  return withDatabase(async (database) => {
    const stores = storesOf(database)
    // Both at once, so that a failure of either is handled: an aborted transaction fails its requests too.
    const [result] = await Promise.all([work(stores), stores.done])
    return result
  })
}

/**
 * Commits a photograph to the medium as a draft. When this returns, killing the browser does not lose it.
 *
 * @throws DOMException `QuotaExceededError` when the disk stays full after caches were emptied; whatever else
 * IndexedDB reports. The bytes are then still the caller's.
 */
export async function saveCapture({ bytes, replaces, ...photograph }: Photograph): Promise<Capture> {
  const capture = {
    ...photograph,
    state: 'draft' as const,
    attempts: 0,
    nextAttemptAt: 0,
    lastError: null,
    heldGeneration: null,
    tzOffset: -new Date(photograph.capturedAt).getTimezoneOffset(),
    byteLength: bytes.byteLength,
    sha256: await sha256Of(bytes),
    value: null,
    valueSource: null,
    sentAt: null,
    readingId: null,
  }
  const add = () =>
    writeOutbox(async ({ captures, bytes: pictures }) => {
      const last = await captures.index('seq').openCursor(null, 'prev')
      const earlier = await captures.get(capture.id)
      const row: Capture = { ...capture, seq: earlier?.seq ?? (last?.value.seq ?? 0) + 1 }
      await captures.put(row)
      await pictures.put(bytes, row.id)
      if (replaces !== undefined && (await captures.get(replaces))?.state === 'draft') {
        await captures.delete(replaces)
        await pictures.delete(replaces)
      }
      return row
    })
  const saved = await add().catch(async (error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error
    await clearPictures()
    return add()
  })
  announceOutbox()
  return saved
}

/**
 * Records what the inspector decided (null: the server reads) and queues the capture.
 * Returns null when it is too late: the capture is on its way or sent, and its value is changed at the reading.
 */
export function decideCapture(id: string, decision: Decision | null): Promise<Capture | null> {
  return changeCapture(id, (row) =>
    row.attempts === 0 && (row.state === 'draft' || row.state === 'queued')
      ? {
          ...row,
          state: 'queued',
          value: decision?.value ?? null,
          valueSource: decision?.valueSource ?? null,
        }
      : null,
  )
}

/** Queues a capture again at once, whatever kept it back. */
export function retryCapture(id: string): Promise<Capture | null> {
  return changeCapture(id, (row) =>
    row.state === 'sent' || row.state === 'sending'
      ? null
      : { ...row, state: 'queued', nextAttemptAt: 0, heldGeneration: null },
  )
}

/** Puts smaller bytes in the place of the photograph, as long as no attempt has sent the original. */
export async function shrinkCapture(id: string, bytes: ArrayBuffer, mime: string): Promise<Capture | null> {
  const sha256 = await sha256Of(bytes)
  return changeCapture(
    id,
    (row) =>
      row.attempts === 0 && (row.state === 'draft' || row.state === 'queued')
        ? { ...row, sha256, mime, byteLength: bytes.byteLength }
        : null,
    bytes,
  )
}

/** Removes a capture that the server will not take. Only on its owner's explicit word. */
export async function removeCapture(id: string): Promise<void> {
  await writeOutbox(async ({ captures, bytes }) => {
    const row = await captures.get(id)
    if (row?.state !== 'rejected' && row?.state !== 'quarantined') return
    await captures.delete(id)
    await bytes.delete(id)
  })
  announceOutbox()
}

/** Every capture of the user on this phone, newest first, without the photographs. */
export async function listCaptures(userId: number): Promise<Capture[]> {
  const rows = await withDatabase((database) => database.getAllFromIndex('captures', 'seq'))
  return rows.filter((row) => row.userId === userId).reverse()
}

/** One capture, or null. */
export function readCapture(id: string): Promise<Capture | null> {
  return withDatabase(async (database) => (await database.get('captures', id)) ?? null)
}

/** The photograph of a capture; null once the server holds it. */
export function readBytes(id: string): Promise<ArrayBuffer | null> {
  return withDatabase(async (database) => (await database.get('bytes', id)) ?? null)
}

/** How many of the user's captures the server does not hold yet, whatever their state. */
export async function countUnsent(userId: number): Promise<Unsent> {
  const rows = (await listCaptures(userId)).filter((row) => isUnsent(row.state))
  return {
    count: rows.length,
    oldest: rows.length === 0 ? null : Math.min(...rows.map((row) => row.capturedAt)),
  }
}

/** Calls back after every change of the outbox by any page or the worker. Returns a function that ends it. */
export function watchOutbox(callback: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = () => callback()
  return () => channel.close()
}

/** Tells pages and worker that rows changed. */
export function announceOutbox(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(null)
  channel.close()
}

/** Reads, changes and writes one row in one transaction; `change` gives null to leave it as it is. */
export async function changeCapture(
  id: string,
  change: (row: Capture) => Capture | null,
  bytes?: ArrayBuffer,
): Promise<Capture | null> {
  const changed = await writeOutbox(async (stores) => {
    const row = await stores.captures.get(id)
    const next = row ? change(row) : null
    if (next) {
      await stores.captures.put(next)
      if (bytes) await stores.bytes.put(bytes, id)
    }
    return next
  })
  if (changed) announceOutbox()
  return changed
}
