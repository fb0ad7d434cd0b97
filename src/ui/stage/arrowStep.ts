import type { KeyboardEvent } from 'react'
import type { Point } from './stageGeometry.ts'

const directions: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Pixels moved by an arrow key: 1, with Shift 10. Null for other keys. */
export function arrowStep({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): Point | null {
  const direction = directions[key]
  if (!direction || ctrlKey || metaKey || altKey) return null
  const step = shiftKey ? 10 : 1
  return { x: direction.x * step, y: direction.y * step }
}
