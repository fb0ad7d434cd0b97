import type { Attempt } from './attempt.ts'
import { attemptAmendment } from './attemptAmendment.ts'
import { attemptCapture } from './attemptCapture.ts'
import { attemptEntry } from './attemptEntry.ts'
import { attemptReplacement } from './attemptReplacement.ts'
import { attemptSkip } from './attemptSkip.ts'
import { backoff } from './backoff.ts'
import { discardLifetime } from './byHand.ts'
import { whenRefused, withDatabase } from './database.ts'
import { afterInterruption, heldBackIn, pauseEnd, takeNext, takePaused } from './nextRow.ts'
import {
  announceOutbox,
  changeRow,
  isStorageFull,
  readBytes,
  writeAndAnnounce,
  writeOutbox,
} from './outbox.ts'
import {
  belongsTo,
  isAmendment,
  isCapture,
  isEntry,
  isKnown,
  isReplacement,
  isSkip,
  isValueRow,
  type Row,
  savedAtOf,
} from './rows.ts'
import { isPending, isUnsent, type Owner } from './sendable.ts'
import { type RefreshTokenStore, readSession, refreshSession, type Session } from './storedSession.ts'
import { waitForLock } from './waitForLock.ts'

interface DrainOptions {
  /** Waits for the lock until this aborts; without it `drain` returns if another one is draining. */
  wait?: AbortSignal
  /** Ignores the pauses after failures: on a tap, and when back online. */
  skipBackoff?: boolean
  /** Where this tab keeps an unremembered refresh token. */
  tokenStore?: RefreshTokenStore
  /** Origin of the API; default: the page's own. */
  origin?: string
  /** Milliseconds since 1970. */
  now?: () => number
}

/** Why a row waits for a person: the session has ended, or the row cannot be sent as it is. */
type NeedsPerson = 'session' | 'row'

/** What is left for the signed-in user in this organization. */
interface Drained {
  sent: number
  /** What this run has met; null: nothing that needs a person. */
  needsPerson: NeedsPerson | null
  /** With those that wait for a person; where nobody is signed in, everybody's on this device. */
  unsent: number
  /** Rows that will be sent without user action. */
  left: number
  /** When the next is due, milliseconds since 1970, not in the past; null: none left. */
  nextAt: number | null
  /** Some rows wait after a failure. */
  paused: boolean
}

/** Web Lock of whoever drains. */
export const drainLock = 'outbox-drain'
/**
 * The app asks for the value of an undecided draft again. After this time, which is longer than a shift, the photograph is
 * sent without a value, even while its screen is open. Milliseconds.
 */
export const draftTimeout = 12 * 3_600_000
/** How long a receipt is kept after the bytes are deleted. Milliseconds. */
export const receiptLifetime = 24 * 3_600_000
/** After this many attempts in a row at a line or server that fails the rest waits: each sends a whole photograph. */
const stallLimit = 2

/**
 * Sends the user's queued rows in the order in which they were made. Used by pages and worker; a Web Lock makes sure
 * that one runs at a time. Failed rows are skipped. Returns null when another one is draining.
 *
 * @throws DOMException `AbortError` or `TimeoutError` when `wait` aborted first; errors of IndexedDB.
 */
export async function drain(options: DrainOptions = {}): Promise<Drained | null> {
  if (options.wait) return waitForLock(drainLock, () => run(options), options.wait)
  return navigator.locks.request(drainLock, { ifAvailable: true }, (lock) => (lock ? run(options) : null))
}

async function run(options: DrainOptions): Promise<Drained> {
  const { now = Date.now, skipBackoff = false } = options
  const tried = new Set<string>()
  const heldBack = new Set<number>()
  let sent = 0
  let needsPerson: NeedsPerson | null = null
  let stalls = 0
  let position = 0
  let unwritten = false
  let isServerFull = false
  const started = await readSession()
  const unqueued = started ? await queueLeftBehind(started, now()) : new Set<string>()
  while (stalls < stallLimit) {
    // Read again for each row: signing out ends the run.
    const session = await readSession()
    if (!session) break
    const current = { session, tried, unqueued, heldBack, isServerFull, at: now() }
    // From the beginning again for what a person released meanwhile.
    const row =
      (await takeNext(current, position)) ??
      (await takeNext(current, 0)) ??
      (skipBackoff ? await takePaused(current) : null)
    if (!row) break
    tried.add(row.id)
    position = row.seq
    const { result, session: used } = await send(row, session, options)
    if (!(await applyResult(row, result, used, now()))) unwritten = true
    if (result.outcome === 'received') sent += 1
    needsPerson = personNeededBy(result) ?? needsPerson
    if (result.outcome === 'retry' && result.failure.code === 'storage_full') isServerFull = true
    stalls = result.outcome === 'retry' && result.stalled ? stalls + 1 : 0
    if (result.outcome === 'unauthorized') break
  }
  await dropOld(now())
  const rest = await remaining(now())
  return { sent, needsPerson, ...rest, paused: rest.paused || unwritten }
}

function personNeededBy({ outcome }: Attempt): NeedsPerson | null {
  if (outcome === 'unauthorized') return 'session'
  return outcome === 'rejected' || outcome === 'damaged' ? 'row' : null
}

/** Retries once with a renewed key when the first was refused. */
async function send(
  row: Row,
  session: Session,
  { origin, tokenStore, now = Date.now }: DrainOptions,
): Promise<{ result: Attempt; session: Session }> {
  let bytes: ArrayBuffer | null = null
  try {
    if (isCapture(row)) bytes = await readBytes(row.id)
  } catch {
    // Browsers lose single large values; the rows behind it must not wait.
    const failure = { code: 'bytes_unreadable' as const, status: null, messages: [], at: now() }
    return { result: { outcome: 'retry', failure, retryAfter: null, stalled: false }, session }
  }
  const attempt = (access: string) => {
    if (isCapture(row)) return attemptCapture(row, bytes, access, now(), origin)
    const sending = { access, now: now(), origin }
    if (isEntry(row)) return attemptEntry(row, sending)
    if (isAmendment(row)) return attemptAmendment(row, sending)
    return isSkip(row) ? attemptSkip(row, sending) : attemptReplacement(row, sending)
  }
  const result = await attempt(session.access)
  if (result.outcome !== 'unauthorized' || result.failure.status !== 401) return { result, session }
  const renewed = await refreshSession(session.access, {
    ...(tokenStore === undefined ? {} : { tokenStore }),
    ...(origin === undefined ? {} : { origin }),
  })
  if (renewed.outcome === 'refused' && renewed.answer !== null) return { result, session }
  // Not fresh: the refresh token may be in a tab, which renews or ends the session.
  if (renewed.outcome !== 'fresh' || !belongsTo(row, renewed.session)) {
    return {
      result: { outcome: 'retry', failure: result.failure, retryAfter: null, stalled: true },
      session,
    }
  }
  const again = await attempt(renewed.session.access)
  // The session lives: only whoever cannot renew must sign in.
  if (again.outcome === 'unauthorized' && again.failure.status === 401)
    return {
      result: { outcome: 'retry', failure: again.failure, retryAfter: null, stalled: true },
      session: renewed.session,
    }
  return { result: again, session: renewed.session }
}

/** False where the disk had no room for it; what was received is gone from the device then, or has its receipt after all. */
async function applyResult(sent: Row, result: Attempt, session: Session, at: number): Promise<boolean> {
  try {
    await writeResult(sent, result, session, at)
    return true
  } catch (error) {
    if (!isStorageFull(error)) throw error
  }
  if (result.outcome !== 'received') return false
  // In one transaction: a row without its bytes would count as damaged.
  const received = await writeOutbox(async ({ rows, bytes }) => {
    const row = await rows.get(sent.id)
    await bytes.delete(sent.id)
    await rows.delete(sent.id)
    return row && rowAfter(row, result, session, at)
  })
  const kept = writeAndAnnounce(async ({ rows }) => received && (await rows.put(received)))
  return kept.then(
    () => true,
    (error: unknown) => {
      if (!isStorageFull(error)) throw error
      announceOutbox()
      return false
    },
  )
}

function writeResult(sent: Row, result: Attempt, session: Session, at: number): Promise<void> {
  return writeAndAnnounce(async ({ rows, bytes }) => {
    const row = await rows.get(sent.id)
    if (!row) return
    // On a full disk the attempt was not marked.
    const attempts = Math.max(row.attempts, sent.attempts)
    await rows.put(rowAfter({ ...row, attempts }, result, session, at))
    if (result.outcome === 'received') await bytes.delete(sent.id)
    if (result.outcome !== 'unauthorized') return
    // The user's other rows would be refused too: hold them for another session.
    let cursor = await rows.openCursor()
    while (cursor) {
      const { value } = cursor
      if (
        isKnown(value) &&
        belongsTo(value, session) &&
        (isPending(value.state) || value.state === 'held-auth')
      )
        await cursor.update(rowAfter(value, result, session, at))
      cursor = await cursor.continue()
    }
  })
}

function rowAfter(before: Row, result: Attempt, session: Session, at: number): Row {
  const row = { ...before, interruptions: 0 }
  if (result.outcome === 'received') {
    const received = { state: 'sent', sentAt: at, lastError: null } as const
    if (isValueRow(row)) return { ...row, ...received, readingId: result.serverId }
    return isReplacement(row)
      ? { ...row, ...received, replacementId: result.serverId }
      : { ...row, ...received }
  }
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
        nextAttemptAt: at + backoff(row.attempts, result.retryAfter),
      }
  }
}

/**
 * Queues drafts that have waited too long for a decision; the server reads them. And what a sender left behind that ended:
 * we hold the drain lock, so nothing is in flight. Returns the ids of those for which the disk had no room.
 */
async function queueLeftBehind(owner: Owner, at: number): Promise<Set<string>> {
  const unqueued = new Set<string>()
  const rows = await withDatabase((database) => database.getAllFromIndex('captures', 'seq'))
  const isAbandoned = (row: Row) => at - savedAtOf(row) >= draftTimeout
  for (const { id } of rows.filter(
    (row) => isKnown(row) && belongsTo(row, owner) && (row.state === 'draft' || row.state === 'sending'),
  )) {
    await changeRow(id, (row) => {
      if (row.state === 'sending') return afterInterruption(row, at)
      return row.state === 'draft' && isAbandoned(row) ? { ...row, state: 'queued' } : null
    }).catch((error: unknown) => {
      if (!isStorageFull(error)) throw error
      unqueued.add(id)
    })
  }
  return unqueued
}

/** Receipts, and what was discarded long ago. */
async function dropOld(at: number): Promise<void> {
  await writeOutbox(async ({ rows, bytes }) => {
    let cursor = await rows.openCursor()
    while (cursor) {
      const { id, state, sentAt, removed } = cursor.value
      const isOldReceipt = state === 'sent' && sentAt !== null && at - sentAt > receiptLifetime
      const isDiscarded = state === 'discarded' && removed !== undefined && at - removed.at > discardLifetime
      if (isOldReceipt || isDiscarded) {
        await cursor.delete()
        // A receipt has bytes if the server had another value under the same key (decision 101).
        await bytes.delete(id)
      }
      cursor = await cursor.continue()
    }
  })
}

/** As `drain` returns it; sends nothing. */
export async function remaining(at: number): Promise<Omit<Drained, 'sent' | 'needsPerson'>> {
  const session = await readSession()
  const stored = await withDatabase((database) => database.getAll('captures')).catch(whenRefused([]))
  const all = stored.filter((row) => isKnown(row) && (session === null || belongsTo(row, session)))
  const unsent = all.filter(({ state }) => isUnsent(state)).length
  if (session === null) return { unsent, left: 0, nextAt: null, paused: false }
  const rows = all
    .filter((row) => isPending(row.state) || row.state === 'draft')
    .filter((row) => !isStuck(row, all))
  const heldBack = heldBackIn(all)
  const times = rows
    .filter((row) => !heldBack.has(row))
    .map((row) => (row.state === 'draft' ? savedAtOf(row) + draftTimeout : pauseEnd(row, at)))
  return {
    unsent,
    left: rows.filter(({ state }) => state !== 'draft').length,
    nextAt: rows.length === 0 ? null : Math.max(at, Math.min(...times)),
    paused: rows.some((row) => isPending(row.state) && row.lastError !== null),
  }
}

/** Whether it amends a row that a person has to release first. */
const isStuck = (row: Row, all: readonly Row[]): boolean =>
  isAmendment(row) &&
  all.some(({ id, state }) => id === row.targetId && state !== 'sent' && !isPending(state))
