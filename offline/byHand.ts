import { putWithdrawal } from './amendments.ts'
import { changeRow, writeAndAnnounce } from './outbox.ts'
import { belongsTo, isAmendment, isDiscardable, isKnown, isSkip, isValueRow, type Row } from './rows.ts'
import { isKeyReused, isOnlyHere, isRefused, type Owner } from './sendable.ts'

/** What a person does to a row of the outbox. Each returns null where the row is past it. */

/** How long a discarded row can be taken back. Milliseconds. */
export const discardLifetime = 24 * 3_600_000

export function retryRow(id: string): Promise<Row | null> {
  return changeRow(id, ({ removed: _, ...row }) =>
    ['sent', 'sending', 'discarded'].includes(row.state)
      ? null
      : { ...row, state: 'queued', nextAttemptAt: 0, heldGeneration: null },
  )
}

/** Takes a row out of the queue and keeps it. */
export function setAside(id: string, now = Date.now()): Promise<Row | null> {
  return changeRow(id, (row) =>
    ['queued', 'held-auth', 'rejected', 'quarantined'].includes(row.state)
      ? { ...row, state: 'aside', removed: { at: now, from: row.state } }
      : null,
  )
}

/** Discards a row that was never sent. */
export function discardRow(id: string, now = Date.now()): Promise<Row | null> {
  return changeRow(id, (row) =>
    isDiscardable(row) ? { ...row, state: 'discarded', removed: { at: now, from: row.state } } : null,
  )
}

/** Puts back what was set aside or discarded. */
export function takeBack(id: string): Promise<Row | null> {
  return changeRow(id, ({ removed, ...row }) =>
    removed !== undefined && (row.state === 'aside' || row.state === 'discarded')
      ? { ...row, state: removed.from }
      : null,
  )
}

/** Whether the server may have a reading or a skip under its key, which is withdrawn there when the row is removed. */
export const mayHaveArrived = (row: Row): boolean =>
  (isValueRow(row) || isSkip(row)) && row.attempts > 0 && (!isRefused(row) || isKeyReused(row))

export const isRemovable = (row: Row): boolean => isRefused(row) || row.state === 'aside'

/**
 * Removes a row that is refused or set aside, with its amendments. Only at its owner's explicit request. If an attempt may
 * have reached the server, a capture, an entered value or a skip is withdrawn there as well.
 */
export function removeRow(id: string): Promise<void> {
  return writeAndAnnounce(async ({ rows, bytes }) => {
    const row = await rows.get(id)
    if (!row || !isRemovable(row)) return
    await rows.delete(id)
    await bytes.delete(id)
    const amendments = (await rows.getAll()).filter(isAmendment).filter(({ targetId }) => targetId === id)
    for (const amendment of amendments) await rows.delete(amendment.id)
    if (mayHaveArrived(row)) await putWithdrawal(rows, row)
  })
}

/** Removes the rows of a former member that are in a file, and returns how many. Only at a person's explicit request. */
export function removeExported(owner: Owner): Promise<number> {
  return writeAndAnnounce(async ({ rows, bytes }) => {
    const exported = (await rows.getAll()).filter(
      (row) => isKnown(row) && isOnlyHere(row.state) && belongsTo(row, owner) && row.exportedAt !== undefined,
    )
    for (const { id } of exported) {
      await rows.delete(id)
      await bytes.delete(id)
    }
    return exported.length
  })
}

/** Notes that the rows are in a file outside the browser. */
export function noteExported(ids: readonly string[], now = Date.now()): Promise<void> {
  return writeAndAnnounce(async ({ rows }) => {
    for (const id of ids) {
      const row = await rows.get(id)
      if (row) await rows.put({ ...row, exportedAt: now })
    }
  })
}
