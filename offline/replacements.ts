import { nextSeq, writeAndAnnounce } from './outbox.ts'
import { isCapture, type SavedReplacement } from './rows.ts'
import { isPending, type Owner } from './sendable.ts'

export interface ReplacedMeter
  extends Owner,
    Pick<
      SavedReplacement,
      | 'id'
      | 'organizationName'
      | 'meterId'
      | 'meterName'
      | 'unit'
      | 'decimalPoint'
      | 'oldEnd'
      | 'newStart'
      | 'note'
      | 'replacedAt'
      | 'timeChosen'
      | 'savedAt'
      | 'clockOffset'
    > {
  /** A capture of the new meter that is already stored: the replacement is sent before it. */
  before?: string
}

/**
 * Stores a replacement to be sent. On return it survives the browser being killed; a repeat with the same `id` changes
 * nothing.
 *
 * @throws DOMException of IndexedDB.
 */
export function saveReplacement({
  userId,
  organizationId,
  before,
  ...replaced
}: ReplacedMeter): Promise<SavedReplacement> {
  return writeAndAnnounce(async ({ rows }) => {
    const earlier = await rows.get(replaced.id)
    if (earlier?.kind === 'replacement') return earlier
    const last = await nextSeq(rows)
    const capture = before === undefined ? undefined : await rows.get(before)
    let seq = last
    if (capture && isCapture(capture) && (capture.state === 'draft' || isPending(capture.state))) {
      seq = capture.seq
      // First, because places are unique.
      await rows.put({ ...capture, seq: last })
    }
    const row: SavedReplacement = {
      ...replaced,
      kind: 'replacement',
      owner: { userId, organizationId },
      seq,
      state: 'queued',
      attempts: 0,
      nextAttemptAt: 0,
      lastError: null,
      heldGeneration: null,
      sentAt: null,
      replacementId: null,
    }
    await rows.put(row)
    return row
  })
}
