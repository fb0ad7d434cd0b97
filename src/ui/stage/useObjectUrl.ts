import { useEffect, useState, useSyncExternalStore } from 'react'

/** Returns an address of the picture that is revoked when the picture changes; null on the first render. */
export function useObjectUrl(picture: Blob | null): string | null {
  const [store] = useState(createUrlStore)
  const url = useSyncExternalStore(store.subscribe, store.url)
  useEffect(() => store.show(picture), [store, picture])
  return url
}

function createUrlStore() {
  let url: string | null = null
  const listeners = new Set<() => void>()
  const change = (next: string | null) => {
    url = next
    for (const listener of listeners) listener()
  }
  return {
    url: () => url,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    show: (picture: Blob | null) => {
      if (picture === null) return
      const made = URL.createObjectURL(picture)
      change(made)
      return () => {
        change(null)
        URL.revokeObjectURL(made)
      }
    },
  }
}
