import { drain } from '../offline/drain.ts'
import { syncTag } from '../offline/syncTag.ts'
import { notifyUnsent } from './notifications.ts'
import type { WorkerScope } from './scope.ts'

/** A page may be draining; its turn ends before this. The browser gives an event three minutes. */
const turn = 120_000

/**
 * Sends the outbox without a page. Rejects while rows are left, which makes the browser try again
 * (after 5 and 15 minutes); on its last try the person is told, if they allowed notifications.
 */
export async function sendInBackground(
  scope: WorkerScope,
  event: { tag: string; lastChance?: boolean },
): Promise<void> {
  if (!event.tag.startsWith(syncTag)) return
  const drained = await drain({ wait: AbortSignal.timeout(turn), hurry: true })
  if (!drained || drained.left === 0) return
  if (event.lastChance) await notifyUnsent(scope, drained.left)
  throw new Error(`${drained.left} captures are still to be sent`)
}
