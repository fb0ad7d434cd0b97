import { type PointerEvent, useRef } from 'react'
import type { Point } from '../../../reader/web/index.ts'
import type { Stage } from './useStage.ts'

/** What pressing the picture beside pins and rectangles does. */
export interface Ground {
  /** One finger or the mouse moves the picture. */
  pans: boolean
  onTap: (at: Point) => void
  /** Where it does not pan: from where to where, and whether it is over. */
  onDrag: (from: Point, to: Point, over: boolean) => void
  /** A second finger came: what was dragged was not meant. */
  onDragCancel: () => void
}

/** Pixels by which a finger or a mouse may slip and still taps. */
export const slipOf = (pointerType: string) => (pointerType === 'mouse' ? 3 : 8)

interface Gesture {
  start: Point
  last: Point
  dragging: boolean
  /** Two fingers were down: what remains of them places nothing. */
  pinched: boolean
}

/** Tap, drag, pan and pinch on the stage itself. */
export function useGround(stage: Stage, { pans, onTap, onDrag, onDragCancel }: Ground) {
  const pointers = useRef(new Map<number, Point>())
  const gesture = useRef<Gesture | null>(null)

  const onPointerDown = (event: PointerEvent) => {
    if (event.button > 1) return
    const at = { x: event.clientX, y: event.clientY }
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, at)
    const now = gesture.current
    if (now === null) {
      gesture.current = { start: at, last: at, dragging: false, pinched: false }
      return
    }
    if (now.dragging && !now.pinched) onDragCancel()
    stage.setAim(null)
    gesture.current = { ...now, dragging: false, pinched: true }
  }

  const onPointerMove = (event: PointerEvent) => {
    const now = gesture.current
    const before = pointers.current.get(event.pointerId)
    if (now === null || before === undefined) return
    const at = { x: event.clientX, y: event.clientY }
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, at)
    if (other) {
      const apart = (to: Point) => Math.max(1, Math.hypot(to.x - other.x, to.y - other.y))
      stage.zoom(apart(at) / apart(before), { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 })
      stage.pan((at.x - before.x) / 2, (at.y - before.y) / 2)
      return
    }
    if (now.pinched) {
      stage.pan(at.x - before.x, at.y - before.y)
      return
    }
    const far = Math.hypot(at.x - now.start.x, at.y - now.start.y)
    const dragging = now.dragging || far > slipOf(event.pointerType)
    gesture.current = { ...now, last: at, dragging }
    if (!dragging) return
    if (pans || event.buttons === 4) {
      stage.pan(at.x - now.last.x, at.y - now.last.y)
      return
    }
    const to = stage.fromClient(at.x, at.y)
    if (event.pointerType !== 'mouse') stage.setAim({ point: to, finger: stage.onStage(at.x, at.y) })
    onDrag(stage.fromClient(now.start.x, now.start.y), to, false)
  }

  const onPointerUp = (event: PointerEvent) => {
    const now = gesture.current
    pointers.current.delete(event.pointerId)
    if (pointers.current.size > 0 || now === null) return
    gesture.current = null
    stage.setAim(null)
    if (now.pinched || event.button === 1) return
    const from = stage.fromClient(now.start.x, now.start.y)
    if (event.type === 'pointercancel') {
      if (now.dragging && !pans) onDragCancel()
    } else if (!now.dragging) onTap(from)
    else if (!pans) onDrag(from, stage.fromClient(event.clientX, event.clientY), true)
  }

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp }
}
