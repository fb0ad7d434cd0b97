import { syncTag } from '../../../offline/syncTag.ts'

/** Chromium's Background Sync; not in TypeScript's types. */
interface SyncRegistration extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> }
  readonly periodicSync?: { register(tag: string, options: { minInterval: number }): Promise<void> }
}

/** Without it (iOS, Firefox) captures are sent only while the app is open. */
export const hasBackgroundSync = (): boolean => 'serviceWorker' in navigator && 'SyncManager' in globalThis

/**
 * Asks the browser to run the service worker's sending when online, even with no page open. Each request has a new tag.
 * Best effort: it may be forbidden.
 */
export async function requestBackgroundSync(): Promise<void> {
  try {
    const registration: SyncRegistration | undefined = await navigator.serviceWorker?.getRegistration()
    await registration?.sync?.register(`${syncTag}${crypto.randomUUID()}`)
    await registration?.periodicSync?.register(`${syncTag}periodic`, { minInterval: 12 * 3_600_000 })
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
