import type { KeyboardEvent } from 'react'

/** Undo or redo, for the whole dialog, unless somebody is typing. */
export function historyKey({
  key,
  shiftKey,
  ctrlKey,
  metaKey,
  target,
}: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(ctrlKey || metaKey) || target instanceof HTMLInputElement) return null
  const letter = key.toLowerCase()
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  return letter === 'y' ? 'redo' : null
}
