import { useSyncExternalStore } from 'react'

/** In the tab's own storage, so that it outlives a reload. */
const key = 'offlineSince'
/** A page that was away for longer cannot know whether there was signal meanwhile. Milliseconds. */
const longestGap = 60_000

let since: number | null = null
const listeners = new Set<() => void>()

function follow(): void {
  since = navigator.onLine ? null : (since ?? recall() ?? Date.now())
  if (since === null) sessionStorage.removeItem(key)
  for (const tell of listeners) tell()
}

function recall(): number | null {
  const [known = Number.NaN, left = Number.NaN] = (sessionStorage.getItem(key) ?? '').split(' ').map(Number)
  return Date.now() - left < longestGap ? known : null
}

follow()
window.addEventListener('online', follow)
window.addEventListener('offline', follow)
window.addEventListener('pagehide', () => {
  if (since !== null) sessionStorage.setItem(key, `${since} ${Date.now()}`)
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Since when there has been no signal, whatever screen it went on; milliseconds since 1970, null while there is. */
export const useOfflineSince = (): number | null => useSyncExternalStore(subscribe, () => since)
