import { type PointerEvent, useRef } from 'react'
import type { Point } from '../../../reader/web/index.ts'
import { slipOf } from './useGround.ts'
import type { Stage } from './useStage.ts'

interface Grip<T> {
  /** What is moved, as it stands when it is taken hold of. */
  onGrip: () => T
  /** By how much it was moved since then, as ratios of the picture. `mark` names this one gesture. */
  onMove: (from: T, by: Point, mark: string) => Point
  /** It was pressed and not moved; null: nothing comes of that. */
  onTap?: ((at: Point) => void) | null
}

let grips = 0

/**
 * Drags a pin, a box or a handle by where it was gripped, so that the finger stays beside what it moves. `onMove`
 * gives back the place that the loupe shows.
 */
export function useGrip<T>(stage: Stage, { onGrip, onMove, onTap = null }: Grip<T>) {
  const held = useRef<{ id: number; at: Point; from: T; mark: string; moved: boolean } | null>(null)
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || held.current) return
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      // A finger's press gives the focus only afterwards: it would go back to what was pressed.
      if (onTap && event.pointerType !== 'mouse') event.preventDefault()
      grips += 1
      const at = { x: event.clientX, y: event.clientY }
      held.current = { id: event.pointerId, at, from: onGrip(), mark: `grip-${grips}`, moved: onTap === null }
    },
    onPointerMove: (event: PointerEvent) => {
      const now = held.current
      if (now === null || now.id !== event.pointerId) return
      event.stopPropagation()
      const [right, down] = [event.clientX - now.at.x, event.clientY - now.at.y]
      if ((right === 0 && down === 0) || (!now.moved && Math.hypot(right, down) <= slipOf(event.pointerType)))
        return
      now.moved = true
      const by = { x: right * stage.perPixel.x, y: down * stage.perPixel.y }
      const point = onMove(now.from, by, now.mark)
      if (event.pointerType !== 'mouse')
        stage.setAim({ point, finger: stage.onStage(event.clientX, event.clientY) })
    },
    onPointerUp: (event: PointerEvent) => {
      const now = held.current
      if (now?.id !== event.pointerId) return
      event.stopPropagation()
      held.current = null
      stage.setAim(null)
      if (!now.moved) onTap?.(stage.fromClient(now.at.x, now.at.y))
    },
    onPointerCancel: () => {
      held.current = null
      stage.setAim(null)
    },
  }
}
