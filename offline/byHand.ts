import { changeRow, writeAndAnnounce } from './outbox.ts'
import type { Row } from './rows.ts'

/** What a person does to a row of the outbox. */

export function retryRow(id: string): Promise<Row | null> {
  return changeRow(id, (row) =>
    row.state === 'sent' || row.state === 'sending'
      ? null
      : { ...row, state: 'queued', nextAttemptAt: 0, heldGeneration: null },
  )
}

/** Removes a row that the server refuses. Only at its owner's explicit request. */
export function removeRow(id: string): Promise<void> {
  return writeAndAnnounce(async ({ rows, bytes }) => {
    const row = await rows.get(id)
    if (row?.state !== 'rejected' && row?.state !== 'quarantined') return
    await rows.delete(id)
    await bytes.delete(id)
  })
}
