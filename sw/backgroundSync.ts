import { showBadge } from '../offline/badge.ts'
import { drain } from '../offline/drain.ts'
import { syncTag } from '../offline/syncTag.ts'
import { notifyUnsent } from './notifications.ts'
import type { WorkerScope } from './scope.ts'

/** How long to wait for a page that is draining. The browser gives an event three minutes. */
const turn = 120_000

/**
 * Sends the outbox without a page. Rejects while rows are left, so that the browser retries (after 5 and 15
 * minutes); on its last chance it notifies the user, if allowed.
 */
export async function sendInBackground(
  scope: WorkerScope,
  event: { tag: string; lastChance?: boolean },
): Promise<void> {
  if (!event.tag.startsWith(syncTag)) return
  const drained = await drain({ wait: AbortSignal.timeout(turn), skipBackoff: true })
  if (!drained) return
  await showBadge(drained.left)
  if (drained.left === 0) return
  if (event.lastChance) await notifyUnsent(scope, drained.left)
  throw new Error(`${drained.left} captures are still to be sent`)
}
