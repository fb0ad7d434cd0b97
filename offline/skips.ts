import { putWithdrawal, putWithdrawalOfKnown } from './amendments.ts'
import { nextSeq, writeAndAnnounce } from './outbox.ts'
import { isDiscardable, isSkip, type Skip } from './rows.ts'
import { isRefused, type Owner } from './sendable.ts'

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

/**
 * Takes a skip back. Before its first attempt, and if the server has refused it, it is removed from this device; otherwise a
 * withdrawal is stored that succeeds whether or not the skip has arrived. `known`: the meter, for a skip that only the server has.
 *
 * @throws DOMException of IndexedDB.
 */
export function takeBackSkip(
  id: string,
  known: Owner & Pick<Skip, 'meterId' | 'meterName' | 'organizationName'>,
): Promise<'removed' | 'withdrawn'> {
  return writeAndAnnounce(async ({ rows }) => {
    const row = await rows.get(id)
    if (!row || !isSkip(row)) {
      await putWithdrawalOfKnown(rows, id, known)
      return 'withdrawn'
    }
    const isOnlyHere = isDiscardable(row) || isRefused(row)
    if (!isOnlyHere) await putWithdrawal(rows, row)
    // A sender that is still sending it finds no row to note its receipt in.
    await rows.delete(id)
    return isOnlyHere ? 'removed' : 'withdrawn'
  })
}
