import { backoff } from './backoff.ts'
import type { Session } from './database.ts'
import { announceOutbox, isStorageFull, type Stores, writeOutbox } from './outbox.ts'
import { belongsTo, isAmendment, isCapture, isKnown, isReplacement, type Row } from './rows.ts'
import { isPending } from './sendable.ts'

/** One run of the sender over the outbox, in the order of `seq`. */
interface DrainRun {
  session: Session
  tried: ReadonlySet<string>
  /** Due like `queued` ones: the disk had no room to say so. */
  unqueued: ReadonlySet<string>
  /** Meters with a replacement that must arrive before their next captures; kept by `takeNext`. */
  heldBack: Set<number>
  /** The server has no room for photographs, but accepts other rows. */
  isServerFull: boolean
  /** Milliseconds since 1970. */
  at: number
}

/** When the pause after a failure ends. A clock that was set back since then ends it too. */
export function pauseEnd({ nextAttemptAt, lastError }: Row, at: number): number {
  return lastError !== null && at < lastError.at ? at : nextAttemptAt
}

function isDue(row: Row, { session, unqueued }: Pick<DrainRun, 'session' | 'unqueued'>, at: number): boolean {
  if (!isKnown(row) || !belongsTo(row, session)) return false
  if (row.state === 'held-auth') return row.heldGeneration !== session.generation
  return (row.state === 'queued' || unqueued.has(row.id)) && pauseEnd(row, at) <= at
}

/**
 * Of a row whose sender ended during the attempt: `queued`, at once. The attempt that ends its sender again and again
 * (the photograph is too large for the memory) waits, and behind the others.
 */
export function afterInterruption(row: Row, at: number): Row {
  const interruptions = (row.interruptions ?? 0) + 1
  const queued: Row = { ...row, state: 'queued', interruptions }
  if (!isLast(queued)) return queued
  return {
    ...queued,
    lastError: { code: 'interrupted', status: null, messages: [], at },
    nextAttemptAt: at + backoff(interruptions - 1, null),
  }
}

const isLast = ({ interruptions = 0 }: Row): boolean => interruptions > 1

/** Failures that say «later» of everything: of the line, of a full server, of a session that is being renewed. */
const lineFailures = new Set<unknown>(['network', 'timeout', 'foreign_answer', 401, 429, 503])

/**
 * Whether captures behind the row wait for it: the server is to read pictures of the new meter with the replacement in
 * place. One that fails for a reason of its own, is refused or set aside keeps nothing back.
 */
const goesFirst = (row: Row): boolean =>
  isReplacement(row) &&
  isPending(row.state) &&
  (row.lastError === null || lineFailures.has(row.lastError.code) || lineFailures.has(row.lastError.status))

/** Whether what it amends, or an earlier amendment of that, is still on this device only. */
export const waitsForTarget = (row: Row, all: readonly Row[]): boolean =>
  isAmendment(row) &&
  all.some((other) =>
    isAmendment(other)
      ? other.targetId === row.targetId && other.seq < row.seq && isPending(other.state)
      : other.id === row.targetId && other.state !== 'sent',
  )

/** Captures that wait for a replacement of their meter, and amendments that wait for what they amend. */
export function heldBackIn(rows: readonly Row[]): ReadonlySet<Row> {
  const first = new Map<number, number>()
  for (const row of rows.filter(goesFirst))
    first.set(row.meterId, Math.min(row.seq, first.get(row.meterId) ?? row.seq))
  const isBehind = (row: Row) => isCapture(row) && row.seq > (first.get(row.meterId) ?? Infinity)
  return new Set(rows.filter((row) => isBehind(row) || waitsForTarget(row, rows)))
}

/** Marks the next due row from `position` on as `sending`, before anything is on the network. */
export function takeNext(run: DrainRun, position: number): Promise<Row | null> {
  const { session, tried, heldBack, isServerFull, at } = run
  return markSending(async (rows) => {
    if (position === 0) heldBack.clear()
    let last: Row | null = null
    let cursor = await rows.index('seq').openCursor(IDBKeyRange.lowerBound(position))
    while (cursor) {
      const row = cursor.value
      const waits = tried.has(row.id) || (isCapture(row) && (isServerFull || heldBack.has(row.meterId)))
      const isNext = !waits && isDue(row, run, at)
      if (isNext && !(isAmendment(row) && waitsForTarget(row, await rows.getAll()))) {
        if (!isLast(row)) return row
        last ??= row
      }
      if (goesFirst(row) && belongsTo(row, session)) heldBack.add(row.meterId)
      cursor = await cursor.continue()
    }
    return last
  })
}

/** As `takeNext`, in spite of pauses: the one that ended or failed least, so that a bad row is not always first. */
export function takePaused(run: DrainRun): Promise<Row | null> {
  const { session, tried, isServerFull } = run
  return markSending(async (rows) => {
    const own = (await rows.index('seq').getAll()).filter((row) => belongsTo(row, session))
    const heldBack = heldBackIn(own)
    const [first] = own
      .filter((row) => !tried.has(row.id) && !heldBack.has(row) && !(isServerFull && isCapture(row)))
      .filter((row) => isDue(row, run, Number.POSITIVE_INFINITY))
      .sort((a, b) => Number(isLast(a)) - Number(isLast(b)) || a.attempts - b.attempts)
    return first ?? null
  })
}

/** On a disk without any room it is sent without the mark: sending makes room, and the server knows a repeat by its key. */
async function markSending(choose: (rows: Stores['rows']) => Promise<Row | null>): Promise<Row | null> {
  const chosen: { sending: Row | null } = { sending: null }
  try {
    await writeOutbox(async ({ rows }) => {
      const row = await choose(rows)
      chosen.sending = row && {
        ...row,
        state: 'sending',
        attempts: row.attempts + 1,
        nextAttemptAt: 0,
        heldGeneration: null,
      }
      if (chosen.sending) await rows.put(chosen.sending)
    })
    if (chosen.sending) announceOutbox()
  } catch (error) {
    if (chosen.sending === null || !isStorageFull(error)) throw error
  }
  return chosen.sending
}
