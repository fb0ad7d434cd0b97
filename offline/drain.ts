import { type Attempt, attempt } from './attempt.ts'
import { type Capture, isPending, type Owner } from './captures.ts'
import { withDatabase } from './database.ts'
import { announceOutbox, changeCapture, draftLock, readBytes, writeOutbox } from './outbox.ts'
import { type RefreshKeeper, readSession, refreshSession, type Session } from './session.ts'

interface DrainOptions {
  /** The worker waits for its turn until this signal; without it a caller gives way to whoever drains. */
  wait?: AbortSignal
  /** Also sends rows whose pause after a failure is not over: on a person's tap, and when the network comes back. */
  hurry?: boolean
  /** Where this tab keeps an unremembered refresh token. */
  keeper?: RefreshKeeper
  /** Where the API answers; the own origin when absent. */
  origin?: string
  /** The phone's clock, milliseconds since 1970. */
  now?: () => number
}

/** What is left for the signed-in user in this organization after a drain. */
interface Drained {
  /** Captures that the server took in this run. */
  sent: number
  /** Rows that will still be sent without a person, drafts included. */
  left: number
  /** When the next of them is due, milliseconds since 1970; null when none is left. */
  nextAt: number | null
}

/** An undecided draft is queued after this long, even while its screen is open. Milliseconds. */
export const draftTimeout = 10 * 60_000
/** A receipt is kept this long after the bytes are gone. Milliseconds. */
export const receiptLifetime = 24 * 3_600_000
const longestPause = 5 * 60_000
const longestRetryAfter = 3_600_000
/** After so many attempts in a row without any answer there is no network, and the rest of the queue waits. */
const silentLimit = 2

/**
 * Sends what is queued for the signed-in user, one after the other in the order of the shutter. The one
 * function for pages and worker: a Web Lock lets one of them run at a time. A row that fails is passed over.
 * Returns null when another one is draining.
 *
 * @throws DOMException `AbortError` or `TimeoutError` when `wait` ended first; what IndexedDB reports.
 */
export async function drain(options: DrainOptions = {}): Promise<Drained | null> {
  const lockOptions = options.wait ? { signal: options.wait } : { ifAvailable: true }
  return navigator.locks.request('outbox-drain', lockOptions, (lock) => (lock ? run(options) : null))
}

async function run(options: DrainOptions): Promise<Drained> {
  const { now = Date.now, hurry = false } = options
  const tried = new Set<string>()
  let sent = 0
  let silent = 0
  const started = await readSession()
  if (started) await queueAbandonedDrafts(started, now())
  while (silent < silentLimit) {
    // Read anew for each row: signing out in the meantime ends the run.
    const session = await readSession()
    if (!session) break
    const capture = await takeNext(session, tried, hurry ? Number.POSITIVE_INFINITY : now())
    if (!capture) break
    tried.add(capture.id)
    const { result, session: used } = await send(capture, session, options)
    await applyResult(capture.id, result, used, now())
    if (result.outcome === 'received') sent += 1
    silent = result.outcome === 'retry' && result.silent ? silent + 1 : 0
    if (result.outcome === 'unauthorized') break
  }
  await dropOldReceipts(now())
  return { sent, ...(await remaining()) }
}

/** Due rows of the owner whose drain lock we hold; `sending` is what a killed sender left behind. */
function isDue(row: Capture, session: Session, at: number): boolean {
  if (!belongsTo(row, session)) return false
  if (row.state === 'held-auth') return row.heldGeneration !== session.generation
  return row.state === 'sending' || (row.state === 'queued' && row.nextAttemptAt <= at)
}

function belongsTo(row: Owner, owner: Owner): boolean {
  return row.userId === owner.userId && row.organizationId === owner.organizationId
}

/** Marks the next due row as being sent, so that whoever looks knows before the network does. */
async function takeNext(session: Session, tried: ReadonlySet<string>, at: number): Promise<Capture | null> {
  const taken = await writeOutbox(async ({ captures }) => {
    let cursor = await captures.index('seq').openCursor()
    while (cursor && (tried.has(cursor.value.id) || !isDue(cursor.value, session, at))) {
      cursor = await cursor.continue()
    }
    if (!cursor) return null
    const { attempts } = cursor.value
    const row: Capture = {
      ...cursor.value,
      state: 'sending',
      attempts: attempts + 1,
      heldGeneration: null,
    }
    await captures.put(row)
    return row
  })
  if (taken) announceOutbox()
  return taken
}

/** Tries once, and once more with a renewed key where the first was refused. */
async function send(
  capture: Capture,
  session: Session,
  { origin, keeper, now = Date.now }: DrainOptions,
): Promise<{ result: Attempt; session: Session }> {
  let bytes: ArrayBuffer | null
  try {
    bytes = await readBytes(capture.id)
  } catch {
    // Browsers lose single large values; the rows behind this one must not wait for it.
    const failure = { code: 'bytes_unreadable' as const, status: null, messages: [], at: now() }
    return { result: { outcome: 'retry', failure, retryAfter: null, silent: false }, session }
  }
  const result = await attempt(capture, bytes, session.access, now(), origin)
  if (result.outcome !== 'unauthorized' || result.failure.status !== 401) return { result, session }
  const renewed = await refreshSession(session.access, {
    ...(keeper === undefined ? {} : { keeper }),
    ...(origin === undefined ? {} : { origin }),
  })
  if (renewed.outcome === 'refused' && renewed.answer !== null) return { result, session }
  // Without an answer nobody was asked: the refresh token is in a tab, which will renew the session or end it.
  if (renewed.outcome !== 'fresh' || !belongsTo(capture, renewed.session)) {
    return {
      result: { outcome: 'retry', failure: result.failure, retryAfter: null, silent: true },
      session,
    }
  }
  return {
    result: await attempt(capture, bytes, renewed.session.access, now(), origin),
    session: renewed.session,
  }
}

async function applyResult(id: string, result: Attempt, session: Session, at: number): Promise<void> {
  await writeOutbox(async ({ captures, bytes }) => {
    const row = await captures.get(id)
    if (!row) return
    await captures.put(rowAfter(row, result, session, at))
    if (result.outcome === 'received') await bytes.delete(id)
    if (result.outcome !== 'unauthorized') return
    // The others would be refused as well: they wait together for another session.
    let cursor = await captures.openCursor()
    while (cursor) {
      const { state } = cursor.value
      if (belongsTo(cursor.value, row) && (isPending(state) || state === 'held-auth'))
        await cursor.update(rowAfter(cursor.value, result, session, at))
      cursor = await cursor.continue()
    }
  })
  announceOutbox()
}

function rowAfter(row: Capture, result: Attempt, session: Session, at: number): Capture {
  if (result.outcome === 'received')
    return { ...row, state: 'sent', sentAt: at, readingId: result.readingId, lastError: null }
  const failed = { ...row, lastError: result.failure }
  switch (result.outcome) {
    case 'unauthorized':
      return { ...failed, state: 'held-auth', heldGeneration: session.generation }
    case 'rejected':
      return { ...failed, state: 'rejected' }
    case 'damaged':
      return { ...failed, state: 'quarantined' }
    case 'retry':
      return {
        ...failed,
        state: 'queued',
        nextAttemptAt: at + pauseAfter(row.attempts, result.retryAfter),
      }
  }
}

/** Milliseconds to wait after the n-th failure: 1 s doubling to 5 min, spread so that phones do not come together. */
export function pauseAfter(attempts: number, retryAfter: number | null, random = Math.random()): number {
  const pause = Math.min(longestPause, 1000 * 2 ** Math.min(attempts - 1, 20)) * (0.75 + random / 4)
  return Math.max(pause, Math.min((retryAfter ?? 0) * 1000, longestRetryAfter))
}

/** Drafts that nobody is looking at any more, or that were looked at for too long, are left to the server. */
async function queueAbandonedDrafts(owner: Owner, at: number): Promise<void> {
  const { held = [] } = await navigator.locks.query()
  const open = new Set(held.map((lock) => lock.name))
  const rows = await withDatabase((database) => database.getAllFromIndex('captures', 'seq'))
  for (const { id } of rows.filter((row) => belongsTo(row, owner) && row.state === 'draft')) {
    await changeCapture(id, (row) => {
      const forsaken = !open.has(draftLock(id)) || at - row.capturedAt >= draftTimeout
      return row.state === 'draft' && forsaken ? { ...row, state: 'queued' } : null
    })
  }
}

async function dropOldReceipts(at: number): Promise<void> {
  await writeOutbox(async ({ captures }) => {
    let cursor = await captures.openCursor()
    while (cursor) {
      const { state, sentAt } = cursor.value
      if (state === 'sent' && sentAt !== null && at - sentAt > receiptLifetime) await cursor.delete()
      cursor = await cursor.continue()
    }
  })
}

async function remaining(): Promise<Pick<Drained, 'left' | 'nextAt'>> {
  const session = await readSession()
  if (!session) return { left: 0, nextAt: null }
  const rows = await withDatabase((database) => database.getAll('captures'))
  const times = rows
    .filter((row) => belongsTo(row, session) && (isPending(row.state) || row.state === 'draft'))
    .map((row) => (row.state === 'draft' ? row.capturedAt + draftTimeout : row.nextAttemptAt))
  return { left: times.length, nextAt: times.length === 0 ? null : Math.min(...times) }
}
