import { useBlocker } from '@tanstack/react-router'
import { accessKey } from '../lib/keys.ts'
import { hasUnsavedInput } from '../pwa/busy.ts'
import { confirmDiscard } from '../ui/dialog/discard.ts'

/** Leaving a screen with unsaved input asks; whoever marks the input need not know of routes. */
export function useUnsavedInputGuard(): void {
  useBlocker({
    shouldBlockFn: async () => hasUnsavedInput() && !(await confirmDiscard()),
    // Whoever was signed out cannot save any more.
    enableBeforeUnload: () => hasUnsavedInput() && accessKey() !== null,
  })
}
