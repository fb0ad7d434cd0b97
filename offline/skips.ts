import { nextSeq, writeAndAnnounce } from './outbox.ts'
import type { Skip } from './rows.ts'
import type { Owner } from './sendable.ts'

export interface SkippedMeter
  extends Owner,
    Pick<Skip, 'id' | 'organizationName' | 'meterId' | 'meterName' | 'reason' | 'note' | 'skippedAt'> {}

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
