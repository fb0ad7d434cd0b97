import type { KeyboardEvent } from 'react'

/** Undo and redo keys of the dialog, except in text inputs. */
export function undoRedoKey({
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
