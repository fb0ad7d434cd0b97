import { registerSW } from 'virtual:pwa-register'
import { useSyncExternalStore } from 'react'
import { drainLock } from '../../offline/drain.ts'
import { isBusy, subscribeBusy } from './busy.ts'
import { setWorkerRefused } from './workerRefused.ts'

const checkInterval = 60 * 60_000

let waiting = false
let activate: (() => Promise<void>) | null = null
const listeners = new Set<() => void>()

function setWaiting(): void {
  waiting = true
  for (const listener of listeners) listener()
}

/** Milliseconds until the first screen with its pictures is usually loaded on a phone. */
const firstScreen = 3000

/**
 * Registers the service worker and checks for updates periodically. Call once. The first registration waits: the worker
 * fetches the whole app with the reader's weights, competing with the screen.
 */
export function startUpdates(): void {
  subscribeBusy(shareBusy)
  setTimeout(register, navigator.serviceWorker?.controller ? 0 : firstScreen)
}

function register(): void {
  if (!('serviceWorker' in navigator)) {
    setWorkerRefused()
    return
  }
  activate = registerSW({
    // After the page's load event.
    immediate: false,
    onNeedRefresh: setWaiting,
    onNeedReload: reloadWhenIdle,
    onRegisteredSW: (_address, registration) => {
      if (registration === undefined) return
      const checkForUpdate = () => {
        if (navigator.onLine && document.visibilityState === 'visible') {
          registration.update().catch(() => undefined)
        }
      }
      setInterval(checkForUpdate, checkInterval)
      document.addEventListener('visibilitychange', checkForUpdate)
    },
    onRegisterError: (error: unknown) => {
      void isRefusal(error).then((refused) => (refused ? setWorkerRefused() : console.warn(error)))
    },
  })
}

const workerScript = '/sw.js'

/** Tells a browser that refuses service workers from a script that could not be fetched or used. */
async function isRefusal(error: unknown): Promise<boolean> {
  if (error instanceof DOMException) {
    if (error.name !== 'SecurityError') return error.name === 'NotSupportedError'
    // Also the error for a script of the wrong type, such as the sign-in page of a public network.
    return fetch(workerScript, { method: 'HEAD' }).then(
      ({ headers }) => headers.get('content-type')?.includes('javascript') ?? false,
      () => false,
    )
  }
  // Some browsers return no registration, for which workbox-window fails with the same type of error as for the script.
  const again: Promise<ServiceWorkerRegistration | undefined> = navigator.serviceWorker.register(workerScript)
  return again.then(
    (registration) => registration === undefined,
    () => false,
  )
}

/** Held while any tab is busy: a new version would take the files from under it. */
const busyLock = 'tab-busy'
let free: (() => void) | null = null

/** Tells other tabs while this one is busy. */
function shareBusy(): void {
  if (isBusy() === (free !== null)) return
  free?.()
  free = null
  if (!isBusy()) return
  const { promise, resolve } = Promise.withResolvers<void>()
  free = resolve
  navigator.locks.request(busyLock, { mode: 'shared' }, () => promise).catch(console.warn)
}

/** Another tab accepted the update; this one reloads when not busy. */
function reloadWhenIdle(): void {
  if (!isBusy()) {
    location.reload()
    return
  }
  const end = subscribeBusy(() => {
    if (isBusy()) return
    end()
    location.reload()
  })
}

/** Activates the new version and reloads; `busy` if that would destroy something in any tab or interrupt sending. */
export async function applyUpdate(): Promise<'updating' | 'busy'> {
  const { held = [] } = await navigator.locks.query()
  if (isBusy() || held.some(({ name }) => name === drainLock || name === busyLock)) return 'busy'
  await activate?.()
  return 'updating'
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a new version awaits the user's consent. */
export const useUpdateWaiting = (): boolean => useSyncExternalStore(subscribe, () => waiting)
