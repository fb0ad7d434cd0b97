import type { WorkerScope } from './scope.ts'

/** A new version waits until the user agrees in a page. */
export function skipWaitingWhenTold(scope: WorkerScope, event: ExtendableMessageEvent): void {
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(scope.skipWaiting())
}
