import type { PrecacheEntry } from 'workbox-precaching'

/** One-off background sync; Chromium only, missing in TypeScript's types. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}

interface PeriodicSyncEvent extends ExtendableEvent {
  readonly tag: string
}

interface SyncEvents {
  sync: SyncEvent
  periodicsync: PeriodicSyncEvent
}

export interface WorkerScope extends ServiceWorkerGlobalScope {
  /** Replaced by the build with the list of the app's files. */
  readonly __WB_MANIFEST: (PrecacheEntry | string)[]
  addEventListener<K extends keyof (ServiceWorkerGlobalScopeEventMap & SyncEvents)>(
    type: K,
    listener: (event: (ServiceWorkerGlobalScopeEventMap & SyncEvents)[K]) => void,
  ): void
}
