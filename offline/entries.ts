import { changeRow, nextSeq, writeAndAnnounce } from './outbox.ts'
import { type Entry, isDiscardable, isEntry, type Row } from './rows.ts'
import type { Owner } from './sendable.ts'

export interface EnteredValue
  extends Owner,
    Pick<
      Entry,
      | 'id'
      | 'organizationName'
      | 'meterId'
      | 'meterName'
      | 'unit'
      | 'decimalPoint'
      | 'value'
      | 'confirmedDoubts'
      | 'capturedAt'
      | 'timeChosen'
      | 'savedAt'
      | 'clockOffset'
    > {
  /** A request under the same key ended without an answer, so the server may have the value. */
  mayHaveArrived: boolean
}

/**
 * Stores a value without a photograph to be sent. On return it survives the browser being killed. A repeat with the same `id`
 * returns the row as it is, unless it was taken back or discarded: then it is stored again.
 *
 * @throws DOMException of IndexedDB.
 */
export function saveEntry({
  userId,
  organizationId,
  mayHaveArrived,
  ...entered
}: EnteredValue): Promise<Entry> {
  return writeAndAnnounce(async ({ rows }) => {
    const earlier = await rows.get(entered.id)
    if (earlier && isEntry(earlier) && earlier.state !== 'discarded' && !isTakenBack(earlier)) return earlier
    const row: Entry = {
      ...entered,
      kind: 'entry',
      owner: { userId, organizationId },
      valueSource: 'corrected',
      seq: await nextSeq(rows),
      state: 'queued',
      attempts: mayHaveArrived ? 1 : 0,
      nextAttemptAt: 0,
      lastError: null,
      heldGeneration: null,
      sentAt: null,
      readingId: null,
    }
    await rows.put(row)
    return row
  })
}

/** Whether its inspector took it back to enter it again, and has not put it back in 送信状況 since. */
export const isTakenBack = ({ state, removed }: Row): boolean =>
  state === 'aside' && removed?.isTakenBack === true

/**
 * Takes an entered value back before its first attempt: it is set aside until it is entered again or discarded, so that it is
 * not lost if the page ends in the meantime. False if the server may have it, or this device does not have it.
 *
 * @throws DOMException of IndexedDB.
 */
export async function takeBackEntry(id: string): Promise<boolean> {
  const row = await changeRow(id, (row) => {
    if (!isEntry(row)) return null
    if (isTakenBack(row)) return row
    if (!isDiscardable(row)) return null
    return { ...row, state: 'aside', removed: { at: Date.now(), from: row.state, isTakenBack: true } }
  })
  return row !== null
}

/** Discards a value that was taken back and is not entered again. Null if it is not set aside any more. */
export function discardTakenBack(id: string, now = Date.now()): Promise<Row | null> {
  return changeRow(id, (row) =>
    isTakenBack(row)
      ? { ...row, state: 'discarded', removed: { at: now, from: row.removed?.from ?? 'queued' } }
      : null,
  )
}
