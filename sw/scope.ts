import type { PrecacheEntry } from 'workbox-precaching'

/** A one-off background sync; Chromium only, and not yet among TypeScript's own types. */
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
  /** The build puts the list of the app's files here. */
  readonly __WB_MANIFEST: (PrecacheEntry | string)[]
  addEventListener<K extends keyof (ServiceWorkerGlobalScopeEventMap & SyncEvents)>(
    type: K,
    listener: (event: (ServiceWorkerGlobalScopeEventMap & SyncEvents)[K]) => void,
  ): void
}
