import { registerSW } from 'virtual:pwa-register'
import { useSyncExternalStore } from 'react'
import { isBusy, subscribeBusy } from './busy.ts'

const lookEvery = 60 * 60_000
const drainLock = 'outbox-drain'

let waiting = false
let activate: (() => Promise<void>) | null = null
const listeners = new Set<() => void>()

function setWaiting(): void {
  waiting = true
  for (const listener of listeners) listener()
}

/** In milliseconds: by then the first screen stands, with its pictures, on a phone that is not slow. */
const firstScreen = 3000

/**
 * Registers the service worker and looks for a new version now and then. Call once. Where there is none yet it waits:
 * the worker fetches the whole app, the reader’s weights among it, and would take line and processor from the screen.
 */
export function startUpdates(): void {
  setTimeout(register, navigator.serviceWorker?.controller ? 0 : firstScreen)
}

function register(): void {
  activate = registerSW({
    // Not before the page has loaded either.
    immediate: false,
    onNeedRefresh: setWaiting,
    onNeedReload: reloadWhenIdle,
    onRegisteredSW: (_address, registration) => {
      if (registration === undefined) return
      const look = () => {
        if (navigator.onLine && document.visibilityState === 'visible') {
          registration.update().catch(() => undefined)
        }
      }
      setInterval(look, lookEvery)
      document.addEventListener('visibilitychange', look)
    },
    onRegisterError: console.warn,
  })
}

/** Another tab agreed to the update; this one follows as soon as nothing would be lost. */
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

/** Takes the new version over and reloads; `busy` where that would destroy something or cut a sending short. */
export async function update(): Promise<'updating' | 'busy'> {
  const { held = [] } = await navigator.locks.query()
  if (isBusy() || held.some(({ name }) => name === drainLock)) return 'busy'
  await activate?.()
  return 'updating'
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a new version waits for the person's consent. */
export const useUpdateWaiting = (): boolean => useSyncExternalStore(subscribe, () => waiting)
