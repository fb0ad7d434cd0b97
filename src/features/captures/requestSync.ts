import { syncTag } from '../../../offline/syncTag.ts'

/** Background sync as Chromium offers it; not yet among TypeScript's own types. */
interface SyncRegistration extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> }
  readonly periodicSync?: { register(tag: string, options: { minInterval: number }): Promise<void> }
}

/** Without it (all of iOS, Firefox) captures are sent only while the app is open. */
export const hasBackgroundSync = (): boolean => 'serviceWorker' in navigator && 'SyncManager' in globalThis

/**
 * Asks the browser to let the worker send when there is signal, whether a page is open or not. Each request has
 * a tag of its own. Best effort: the person may have forbidden it, and the open page sends as well.
 */
export async function requestSync(): Promise<void> {
  try {
    const registration: SyncRegistration | undefined = await navigator.serviceWorker?.getRegistration()
    await registration?.sync?.register(`${syncTag}${crypto.randomUUID()}`)
    await registration?.periodicSync?.register(`${syncTag}periodic`, { minInterval: 12 * 3_600_000 })
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
