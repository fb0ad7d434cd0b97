import type { KeyboardEvent, PointerEvent } from 'react'
import { arrowStep } from './arrowStep.ts'
import type { Point, Size } from './stageGeometry.ts'
import { createViewport } from './stageViewport.ts'

/** Pixels per arrow key. */
const panStep = 40

/** Pixels: largest move of a tap. */
const slopOf = (pointerType: string) => (pointerType === 'mouse' ? 3 : 8)

/** Handlers of one press. Points are ratios of the picture. */
interface DragHandlers {
  /** Null: any movement is a drag. */
  onTap: ((at: Point) => void) | null
  /** `by`: total move since the press. Returns the point to magnify, or null. */
  onMove: (at: Point, by: Point) => Point | null
  onEnd?: (at: Point) => void
  /** A second finger turned it into a pinch. */
  onCancel?: () => void
}

/** Press on the picture beside handles. */
export interface CanvasHandlers {
  /** One finger or the mouse pans instead of drawing. Default: when zoomed, or when nothing can be drawn. */
  pans?: boolean
  onTap: (at: Point) => void
  onDraw?: (from: Point, to: Point, done: boolean) => void
  onDrawCancel?: () => void
  /** Enter: draws at the centre of the view. */
  onEnter?: (centre: Point) => void
}

interface Held {
  press: PointerEvent
  at: Point
  moved: boolean
  drag: DragHandlers
}

/** State of a zoomable picture with taps, drags, handles and keys. */
export function createStage(picture: Size | null) {
  let canvas: CanvasHandlers | null = null
  let held: Held | null = null
  /** The press is on the picture itself, and d3-zoom pans. */
  let panning = false
  const pans = () => {
    if (viewport.view().scale > 1) return canvas?.pans ?? true
    return canvas !== null && (canvas.pans ?? !canvas.onDraw)
  }
  const viewport = createViewport(picture, () => pans() && (held === null || panning))
  const { positionAt, ratioOf, magnify, zoomBy, panBy, reset } = viewport

  const press = (event: PointerEvent, drag: DragHandlers) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    held = { press: event, at: positionAt(event), moved: false, drag }
  }
  const release = () => {
    const now = held
    held = null
    panning = false
    magnify(null, null)
    return now
  }
  const cancel = () => {
    const now = release()
    if (now?.moved) now.drag.onCancel?.()
  }
  const onTap = (at: Point) => canvas?.onTap(at)
  const drawing = (from: Point): DragHandlers => ({
    onTap,
    onMove: (at) => {
      canvas?.onDraw?.(from, at, false)
      return at
    },
    onEnd: (at) => canvas?.onDraw?.(from, at, true),
    onCancel: () => canvas?.onDrawCancel?.(),
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const arrow = viewport.view().scale > 1 ? arrowStep(event) : null
    if (event.key === '+' || event.key === ';') zoomBy(1.5)
    else if (event.key === '-') zoomBy(1 / 1.5)
    else if (event.key === '0') reset()
    else if (event.key === 'Enter' && canvas?.onEnter) canvas.onEnter(viewport.centre())
    else if (arrow) panBy({ x: -Math.sign(arrow.x) * panStep, y: -Math.sign(arrow.y) * panStep })
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    ...viewport,
    /** Starts a handle's drag. */
    press,
    setCanvas: (next: CanvasHandlers | null) => {
      canvas = next
    },
    handlers: {
      onKeyDown,
      onPointerDownCapture: (event: PointerEvent) => {
        if (event.isPrimary) release()
        else cancel()
      },
      onPointerDown: (event: PointerEvent) => {
        if (!event.isPrimary || event.button !== 0 || held !== null || canvas === null) return
        panning = pans()
        press(event, panning ? { onTap, onMove: () => null } : drawing(positionAt(event)))
      },
      onPointerMove: (event: PointerEvent) => {
        if (held?.press.pointerId !== event.pointerId) return
        const by = { x: event.clientX - held.press.clientX, y: event.clientY - held.press.clientY }
        const slop = held.drag.onTap ? slopOf(event.pointerType) : 0
        if (!held.moved && Math.hypot(by.x, by.y) <= slop) return
        held.moved = true
        const point = held.drag.onMove(positionAt(event), ratioOf(by))
        if (point !== null && event.pointerType !== 'mouse') magnify(point, event)
      },
      onPointerUp: (event: PointerEvent) => {
        if (held?.press.pointerId !== event.pointerId) return
        const { at, moved, drag } = held
        release()
        if (moved) drag.onEnd?.(positionAt(event))
        else drag.onTap?.(at)
      },
      onPointerCancel: cancel,
    },
  }
}

export type Stage = ReturnType<typeof createStage>
