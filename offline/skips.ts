import { isDiscardable } from './byHand.ts'
import { nextSeq, writeAndAnnounce } from './outbox.ts'
import { isSkip, type Skip } from './rows.ts'
import type { Owner } from './sendable.ts'

export interface SkippedMeter
  extends Owner,
    Pick<
      Skip,
      'id' | 'organizationName' | 'meterId' | 'meterName' | 'reason' | 'note' | 'skippedAt' | 'clockOffset'
    > {}

/**
 * Stores a skip to be sent. On return it survives the browser being killed; a repeat with the same `id` changes
 * nothing.
 *
 * @throws DOMException of IndexedDB.
 */
export function saveSkip({ userId, organizationId, ...skipped }: SkippedMeter): Promise<Skip> {
  return writeAndAnnounce(async ({ rows }) => {
    const earlier = await rows.get(skipped.id)
    if (earlier?.kind === 'skip') return earlier
    const row: Skip = {
      ...skipped,
      kind: 'skip',
      owner: { userId, organizationId },
      seq: await nextSeq(rows),
      state: 'queued',
      attempts: 0,
      nextAttemptAt: 0,
      lastError: null,
      heldGeneration: null,
      sentAt: null,
    }
    await rows.put(row)
    return row
  })
}

/** Takes back a skip that was never sent. False where the server may have it, and where this device does not. */
export function removeUnsentSkip(id: string): Promise<boolean> {
  return writeAndAnnounce(async ({ rows }) => {
    const row = await rows.get(id)
    if (!row || !isSkip(row) || !isDiscardable(row)) return false
    await rows.delete(id)
    return true
  })
}

/** Forgets a skip that was withdrawn on the server. Whoever is still sending it finds no row to note its receipt in. */
export function forgetSkip(id: string): Promise<void> {
  return writeAndAnnounce(async ({ rows }) => {
    const row = await rows.get(id)
    if (row && isSkip(row)) await rows.delete(id)
  })
}
