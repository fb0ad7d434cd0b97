import { showBadge } from '../offline/badge.ts'
import { drain } from '../offline/drain.ts'
import { syncTag } from '../offline/syncTag.ts'
import { notifyUnsent } from './notifications.ts'
import type { WorkerScope } from './scope.ts'

/** How long to wait for a page that is draining. The browser gives an event three minutes. */
const turn = 120_000

/**
 * Sends the outbox without a page. Rejects while rows are left, so that the browser retries (after 5 and 15 minutes).
 * Notifies the user, if allowed, on its last chance and of what only a person can do.
 */
export async function sendInBackground(
  scope: WorkerScope,
  event: { tag: string; lastChance?: boolean },
): Promise<void> {
  if (!event.tag.startsWith(syncTag)) return
  const { origin } = scope.location
  const drained = await drain({ wait: AbortSignal.timeout(turn), skipBackoff: true, origin })
  if (!drained) return
  const { needsPerson, unsent, left } = drained
  await showBadge(unsent)
  if (needsPerson !== null) await notifyUnsent(scope, unsent, needsPerson)
  else if (left > 0 && event.lastChance) await notifyUnsent(scope, unsent, 'page')
  if (left > 0) throw new Error(`${left} rows are still to be sent`)
}
