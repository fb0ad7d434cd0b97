import { type PointerEvent, useRef } from 'react'
import type { Point } from '../../../reader/web/index.ts'
import type { Stage } from './useStage.ts'

interface Grip<T> {
  /** What is moved, as it stands when it is taken hold of. */
  onGrip: () => T
  /** By how much it was moved since then, as ratios of the picture. `mark` names this one gesture. */
  onMove: (from: T, by: Point, mark: string) => Point
}

let grips = 0

/**
 * Drags a pin, a box or a handle by where it was gripped, so that the finger stays beside what it moves. `onMove`
 * gives back the place that the loupe shows.
 */
export function useGrip<T>(stage: Stage, { onGrip, onMove }: Grip<T>) {
  const held = useRef<{ id: number; at: Point; from: T; mark: string } | null>(null)
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || held.current) return
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      grips += 1
      const at = { x: event.clientX, y: event.clientY }
      held.current = { id: event.pointerId, at, from: onGrip(), mark: `grip-${grips}` }
    },
    onPointerMove: (event: PointerEvent) => {
      const now = held.current
      if (now === null || now.id !== event.pointerId) return
      event.stopPropagation()
      const by = {
        x: (event.clientX - now.at.x) * stage.perPixel.x,
        y: (event.clientY - now.at.y) * stage.perPixel.y,
      }
      if (by.x === 0 && by.y === 0) return
      const point = onMove(now.from, by, now.mark)
      if (event.pointerType !== 'mouse')
        stage.setAim({ point, finger: stage.onStage(event.clientX, event.clientY) })
    },
    onPointerUp: (event: PointerEvent) => {
      if (held.current?.id !== event.pointerId) return
      event.stopPropagation()
      held.current = null
      stage.setAim(null)
    },
    onPointerCancel: () => {
      held.current = null
      stage.setAim(null)
    },
  }
}
