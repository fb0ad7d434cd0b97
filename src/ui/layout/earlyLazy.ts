import { type ComponentType, lazy } from 'react'

const waiting = new Set<() => Promise<unknown>>()

function fetchAll() {
  // What does not come now is asked for again when it is drawn.
  for (const load of waiting) load().catch(() => undefined)
  waiting.clear()
}

for (const kind of ['pointerdown', 'keydown']) {
  window.addEventListener(kind, fetchAll, { capture: true, passive: true })
}

/**
 * A lazy component that is fetched at the person's first press or key already, not when it is drawn: by then the
 * network may be gone, and the service worker of a first visit may not have its copy yet.
 */
// biome-ignore lint/suspicious/noExplicitAny: React’s own bound for lazy components
export function earlyLazy<C extends ComponentType<any>>(load: () => Promise<{ default: C }>) {
  waiting.add(load)
  return lazy(load)
}
