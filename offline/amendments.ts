import type { Capture } from './captures.ts'
import { changeCapture, type Decision, nextSeq, type Stores, writeAndAnnounce } from './outbox.ts'
import {
  type Amendment,
  type Correction,
  isAmendment,
  isCorrection,
  isDiscardable,
  isEntry,
  isSkip,
  isValueRow,
  isWithdrawal,
  ownerOf,
  type Row,
  type ValueRow,
  type Withdrawal,
} from './rows.ts'
import { isDamaged, isKeyReused, isRefused, type Owner } from './sendable.ts'

/*
 * Changes of what was confirmed. Until the first attempt to send starts, they change the row. Afterwards the server may
 * know the row's key, so the change becomes a row of its own that is sent after the receipt.
 */

/** Whether no attempt has started and none can start during the transaction. */
const isChangeable = (row: ValueRow): boolean =>
  row.attempts === 0 && ['draft', 'queued', 'held-auth', 'aside'].includes(row.state)

/** Whether there is, or may be, a reading on the server to amend. */
const isAmendable = (row: ValueRow): boolean => row.state !== 'discarded' && !isDamaged(row)

/** Whether it takes effect: a person has not taken it back, and the server has not refused it. */
const counts = ({ state }: Amendment): boolean => !['discarded', 'aside', 'rejected'].includes(state)

/** Whether the next amendment takes its place: the server does not have it, or need not get it. */
const isReplaceable = (row: Amendment): boolean => isDiscardable(row) || !counts(row)

/**
 * Sets the value of a capture, or replaces that of an entered value. On return it survives the browser being killed.
 *
 * @returns `changed`: the row itself; `amended`: a correction will be sent; null: the row is gone, withdrawn or
 * damaged.
 * @throws DOMException of IndexedDB.
 */
export function setValue(id: string, decision: Decision): Promise<'changed' | 'amended' | null> {
  const { value, valueSource, confirmedDoubts = [] } = decision
  return writeAndAnnounce(async ({ rows }) => {
    const row = await rows.get(id)
    if (!row || !isValueRow(row) || !isAmendable(row)) return null
    if (isChangeable(row)) {
      const state = row.state === 'draft' ? 'queued' : row.state
      await rows.put(
        isEntry(row)
          ? { ...row, value, confirmedDoubts }
          : { ...row, state, value, valueSource, confirmedDoubts },
      )
      return 'changed'
    }
    const amendments = await amendmentsOf(rows, id)
    if (amendments.filter(counts).some(isWithdrawal)) return null
    // One that a person releases later would put an older value in the place of this one.
    for (const { id: earlier } of amendments.filter(isReplaceable)) await rows.delete(earlier)
    if (isRefused(row) && isKeyReused(row)) {
      // The server has another value under this key, and would refuse this one too, so it is corrected there.
      const { removed: _, ...released } = row
      await rows.put({ ...released, state: 'sent', sentAt: Date.now(), lastError: null })
    } else if (isEntry(row) && isRefused(row)) {
      // The server has nothing to correct, and may have refused the value itself.
      const { removed: _, ...released } = row
      const queued = { state: 'queued' as const, nextAttemptAt: 0, lastError: null }
      await rows.put({ ...released, ...queued, value, confirmedDoubts })
      return 'changed'
    }
    const { unit, decimalPoint } = row
    const correction: Correction = {
      ...(await amending(rows, row, id)),
      kind: 'correction',
      unit,
      decimalPoint,
      value,
      confirmedDoubts,
    }
    await rows.put(correction)
    return 'amended'
  })
}

/** Makes a confirmed capture a draft again. Null if an attempt to send it has started. */
export function reopenCapture(id: string): Promise<Capture | null> {
  return changeCapture(id, (row) =>
    isChangeable(row) && (row.state === 'queued' || row.state === 'held-auth')
      ? {
          ...row,
          state: 'draft',
          heldGeneration: null,
          lastError: null,
          value: null,
          valueSource: null,
          confirmedDoubts: [],
        }
      : null,
  )
}

/** Stores that a capture or an entered value, whose sending has started, is withdrawn after its receipt. False where it is gone. */
export function withdrawCapture(id: string): Promise<boolean> {
  return writeAndAnnounce(async ({ rows }) => {
    const row = await rows.get(id)
    if (!row || !isValueRow(row) || !isAmendable(row)) return false
    await putWithdrawal(rows, row)
    return true
  })
}

/** Stores a withdrawal of a capture, an entered value or a skip, once, in the place of amendments that were not sent. */
export async function putWithdrawal(rows: Stores['rows'], row: Row): Promise<void> {
  const amendments = await amendmentsOf(rows, row.id)
  if (amendments.filter(counts).some(isWithdrawal)) return
  for (const { id } of amendments.filter(isReplaceable)) await rows.delete(id)
  const withdrawal: Withdrawal = {
    ...(await amending(rows, row, row.id)),
    kind: 'withdrawal',
    of: isSkip(row) ? 'skip' : 'capture',
    skip:
      isSkip(row) && !isKeyReused(row)
        ? { reason: row.reason, note: row.note, skippedAt: row.skippedAt }
        : null,
  }
  await rows.put(withdrawal)
}

type Amended = Owner & Pick<Row, 'meterId' | 'meterName' | 'organizationName' | 'clockOffset'>

/** Stores that a skip is withdrawn that only the server has. */
export async function putWithdrawalOfKnown(rows: Stores['rows'], key: string, skip: Amended): Promise<void> {
  if ((await amendmentsOf(rows, key)).some(counts)) return
  const row: Withdrawal = { ...(await amending(rows, skip, key)), kind: 'withdrawal', of: 'skip', skip: null }
  await rows.put(row)
}

async function amendmentsOf(rows: Stores['rows'], id: string): Promise<Amendment[]> {
  return (await rows.getAll()).filter(isAmendment).filter(({ targetId }) => targetId === id)
}

/** What an amendment has in common with the row that it amends. */
async function amending(rows: Stores['rows'], row: Row | Amended, targetId: string) {
  const { userId, organizationId } = 'state' in row ? ownerOf(row) : row
  const { meterId, meterName, organizationName, clockOffset } = row
  return {
    id: crypto.randomUUID(),
    targetId,
    owner: { userId, organizationId },
    seq: await nextSeq(rows),
    meterId,
    meterName,
    organizationName,
    ...(clockOffset === undefined ? {} : { clockOffset }),
    state: 'queued' as const,
    attempts: 0,
    nextAttemptAt: 0,
    lastError: null,
    heldGeneration: null,
    sentAt: null,
    savedAt: Date.now(),
  }
}

interface AmendedBy {
  withdrawal: Withdrawal | undefined
  /** The last one. */
  correction: Correction | undefined
}

/** Returns what the amendments of a row that take effect make of it. */
export function amendedBy(rows: readonly Row[], id: string): AmendedBy {
  const own = rows
    .filter(isAmendment)
    .filter(counts)
    .filter(({ targetId }) => targetId === id)
  const [correction] = own.filter(isCorrection).toSorted((a, b) => b.seq - a.seq)
  return { withdrawal: own.find(isWithdrawal), correction }
}

/**
 * The captures and entered values, with what corrections make of them, and without those that are withdrawn. One whose
 * correction has not arrived counts as not sent, because the server still has the value before.
 */
export function amendedCaptures(rows: readonly Row[]): ValueRow[] {
  const captures = rows.filter(isValueRow)
  const amendments = rows.filter(isAmendment).filter(counts)
  if (amendments.length === 0) return captures
  return captures.flatMap((capture) => {
    const { withdrawal, correction } = amendedBy(amendments, capture.id)
    if (withdrawal !== undefined) return []
    if (correction === undefined) return [capture]
    const { value, confirmedDoubts, sentAt } = correction
    const arrived = sentAt === null ? { sentAt: null, readingId: null } : { sentAt }
    return [{ ...capture, value, valueSource: 'corrected' as const, confirmedDoubts, ...arrived }]
  })
}

/** Whether the server has a row of `amendedCaptures`, with its last correction. */
export const hasArrived = ({ state, sentAt }: ValueRow): boolean => state === 'sent' && sentAt !== null

/** Keys of the skips that were taken back. */
export const withdrawnSkips = (rows: readonly Row[]): ReadonlySet<string> =>
  new Set(
    rows
      .filter(isWithdrawal)
      .filter(counts)
      .filter(({ of }) => of === 'skip')
      .map(({ targetId }) => targetId),
  )

/** Ids of the readings of captures and entered values that were taken back, unless the server received that before `time`. */
export function withdrawnReadings(rows: readonly Row[], time: number): ReadonlySet<number> {
  const keys = new Set(
    rows
      .filter(isWithdrawal)
      .filter(counts)
      .filter(({ sentAt }) => sentAt === null || sentAt >= time)
      .map(({ targetId }) => targetId),
  )
  return new Set(
    rows
      .filter(isValueRow)
      .flatMap(({ id, readingId }) => (readingId !== null && keys.has(id) ? [readingId] : [])),
  )
}
