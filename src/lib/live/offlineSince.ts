import { useSyncExternalStore } from 'react'
import { correctedNow } from '../../ui/text/currentMinute.ts'

/** In sessionStorage, to survive a reload. */
const key = 'offlineSince'
/** After a longer absence the page may have been online meanwhile. Milliseconds. */
const maxAbsence = 60_000

let since: number | null = null
const listeners = new Set<() => void>()

function update(): void {
  since = navigator.onLine ? null : (since ?? restore() ?? correctedNow())
  if (since === null) sessionStorage.removeItem(key)
  for (const tell of listeners) tell()
}

function restore(): number | null {
  const [known = Number.NaN, left = Number.NaN] = (sessionStorage.getItem(key) ?? '').split(' ').map(Number)
  return Date.now() - left < maxAbsence ? known : null
}

update()
window.addEventListener('online', update)
window.addEventListener('offline', update)
window.addEventListener('pagehide', () => {
  if (since !== null) sessionStorage.setItem(key, `${since} ${Date.now()}`)
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The right time, milliseconds since 1970; null while online. */
export const useOfflineSince = (): number | null => useSyncExternalStore(subscribe, () => since)
