import { useSyncExternalStore } from 'react'

/** Chromium only, missing in TypeScript's types. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offered: InstallPromptEvent | null = null
const listeners = new Set<() => void>()

function setOffered(event: InstallPromptEvent | null): void {
  offered = event
  for (const listener of listeners) listener()
}

/** Keeps the browser's own offer until a screen makes it. Call once, before the page's load event. */
export function keepInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setOffered(event as InstallPromptEvent)
  })
  window.addEventListener('appinstalled', () => setOffered(null))
}

/** Asks with the browser's dialog; an offer can be made once. */
export async function install(): Promise<void> {
  const event = offered
  setOffered(null)
  await event?.prompt()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the browser would install the app. */
export const useInstallable = (): boolean => useSyncExternalStore(subscribe, () => offered !== null)
