import type { KeyboardEvent } from 'react'
import type { Point } from '../../../reader/web/index.ts'

const directions: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Pixels of the stage that an arrow key moves: 1, with Shift 10. Null for other keys. */
export function stepOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): Point | null {
  const direction = directions[key]
  if (!direction || ctrlKey || metaKey || altKey) return null
  const far = shiftKey ? 10 : 1
  return { x: direction.x * far, y: direction.y * far }
}

/** What a key asks of the whole dialog, unless somebody is typing. */
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
