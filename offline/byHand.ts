import { changeRow, writeAndAnnounce } from './outbox.ts'
import type { Row } from './rows.ts'
import { isRefused } from './sendable.ts'

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

/** Whether the server cannot have it: after an attempt without an answer it may. */
export const isDiscardable = ({ state, attempts }: Row): boolean =>
  attempts === 0 && (state === 'draft' || state === 'queued' || state === 'held-auth')

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

/** Removes a row that is refused. Only at its owner's explicit request. */
export function removeRow(id: string): Promise<void> {
  return writeAndAnnounce(async ({ rows, bytes }) => {
    const row = await rows.get(id)
    if (!row || !isRefused(row)) return
    await rows.delete(id)
    await bytes.delete(id)
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
