import { useBlocker } from '@tanstack/react-router'
import { accessKey } from '../lib/session/sessionKeys.ts'
import { hasUnsavedInput } from '../pwa/busy.ts'
import { confirmDiscard } from '../ui/dialog/discard.ts'

/** Asks before leaving with unsaved input; screens mark it without knowing routes. */
export function useUnsavedInputGuard(): void {
  useBlocker({
    shouldBlockFn: async () => hasUnsavedInput() && !(await confirmDiscard()),
    // Signed out, nothing can be saved.
    enableBeforeUnload: () => hasUnsavedInput() && accessKey() !== null,
  })
}
