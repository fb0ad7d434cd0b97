import { withDatabase } from '../../../offline/database.ts'
import { type EnteredValue, saveEntry } from '../../../offline/entries.ts'
import { decideCapture, type Photograph, saveCapture } from '../../../offline/outbox.ts'
import { type ReplacedMeter, saveReplacement } from '../../../offline/replacements.ts'
import type { Entry, SavedReplacement, Skip } from '../../../offline/rows.ts'
import type { Owner } from '../../../offline/sendable.ts'
import { type SkippedMeter, saveSkip } from '../../../offline/skips.ts'
import { writeSession } from '../../../offline/storedSession.ts'
import { uploads } from './uploads.ts'

export const inspector: Owner = { userId: 1, organizationId: 10 }
export const colleague: Owner = { userId: 2, organizationId: 10 }

/** An empty phone, signed out. */
export async function resetPhone(): Promise<void> {
  await withDatabase(async (database) => {
    const stores = [...database.objectStoreNames]
    const transaction = database.transaction(stores, 'readwrite')
    await Promise.all([...stores.map((store) => transaction.objectStore(store).clear()), transaction.done])
  })
}

export function signIn(owner: Owner, keys: { access: string; refresh?: string | null }): Promise<void> {
  const { access, refresh = null } = keys
  return writeSession({ ...owner, access, refresh, password: 'password', organizationName: '検針テスト' })
}

/** A server for the test, and the inspector signed in to it. */
export async function online() {
  const server = uploads()
  await signIn(inspector, { access: server.access, refresh: server.refresh })
  return server
}

/** Unique to each photograph. */
export function randomBytes(length = 20_000): ArrayBuffer {
  const bytes = new Uint8Array(length)
  for (let start = 0; start < length; start += 65_536) {
    crypto.getRandomValues(bytes.subarray(start, start + 65_536))
  }
  return bytes.buffer
}

export function photograph(owner: Owner, change: Partial<Photograph> = {}): Photograph {
  return {
    ...owner,
    id: crypto.randomUUID(),
    meterId: 3,
    meterName: 'No.3 冷却水圧力',
    organizationName: '検針テスト',
    unit: 'MPa',
    decimalPoint: 2,
    bytes: randomBytes(),
    mime: 'image/jpeg',
    capturedAt: Date.now(),
    monotonicDelta: 0,
    ...change,
  }
}

/** A photograph that the inspector left to the server. */
export async function queued(owner: Owner, change: Partial<Photograph> = {}): Promise<string> {
  const { id } = await saveCapture(photograph(owner, change))
  await decideCapture(id, null)
  return id
}

/** A value that the inspector entered without a photograph. */
export function entered(owner: Owner, change: Partial<EnteredValue> = {}): Promise<Entry> {
  return saveEntry({
    ...owner,
    id: crypto.randomUUID(),
    organizationName: '検針テスト',
    meterId: 3,
    meterName: 'No.3 冷却水圧力',
    unit: 'MPa',
    decimalPoint: 2,
    value: 0.42,
    confirmedDoubts: [],
    capturedAt: Date.now(),
    timeChosen: false,
    mayHaveArrived: false,
    ...change,
  })
}

/** A meter that the inspector left out. */
export function skipped(owner: Owner, change: Partial<SkippedMeter> = {}): Promise<Skip> {
  return saveSkip({
    ...owner,
    id: crypto.randomUUID(),
    organizationName: '検針テスト',
    meterId: 4,
    meterName: 'No.4 排水流量',
    reason: 'stopped',
    note: '',
    skippedAt: Date.now(),
    ...change,
  })
}

/** A meter that was replaced: the one that `photograph` shows. */
export function replaced(owner: Owner, change: Partial<ReplacedMeter> = {}): Promise<SavedReplacement> {
  return saveReplacement({
    ...owner,
    id: crypto.randomUUID(),
    organizationName: '検針テスト',
    meterId: 3,
    meterName: 'No.3 冷却水圧力',
    unit: 'm³',
    decimalPoint: 1,
    oldEnd: 9120.5,
    newStart: 3,
    note: '',
    replacedAt: Date.now(),
    savedAt: Date.now(),
    ...change,
  })
}

/** Names of the Web Locks that somebody waits for. */
export async function waitingLocks(): Promise<(string | undefined)[]> {
  const { pending = [] } = await navigator.locks.query()
  return pending.map(({ name }) => name)
}
