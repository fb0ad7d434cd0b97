import type { KeyboardEvent, PointerEvent } from 'react'
import type { Point, Size } from './geometry.ts'
import { arrowStep } from './keys.ts'
import { createViewport } from './viewport.ts'

/** Pixels by which an arrow key pans. */
const panStep = 40

/** Pixels by which a mouse or a finger may move and still taps. */
const slopOf = (pointerType: string) => (pointerType === 'mouse' ? 3 : 8)

/** What becomes of one press. Points are ratios of the picture. */
interface Drag {
  /** Pressed and let go on one spot; null: nothing comes of that, and the least movement is a drag. */
  onTap: ((at: Point) => void) | null
  /** `by`: how far it came since it was pressed. Gives back what the magnifier shows; null: nothing. */
  onMove: (at: Point, by: Point) => Point | null
  onEnd?: (at: Point) => void
  /** A second finger came: the drag was not meant. */
  onCancel?: () => void
}

/** What a press on the picture beside its handles does. */
export interface Canvas {
  /** One finger or the mouse pans and does not draw. Left out: where it is zoomed, or nothing can be drawn. */
  pans?: boolean
  onTap: (at: Point) => void
  onDraw?: (from: Point, to: Point, done: boolean) => void
  onDrawCancel?: () => void
  /** The same by keys, in the middle of what is seen. */
  onEnter?: (centre: Point) => void
}

interface Held {
  press: PointerEvent
  at: Point
  moved: boolean
  drag: Drag
}

/** A picture that is zoomed and panned, with taps, drags, handles and keys on it. */
export function createStage(picture: Size | null) {
  let canvas: Canvas | null = null
  let held: Held | null = null
  /** What is held is the picture itself, which d3-zoom pans. */
  let panning = false
  const pans = () => {
    if (viewport.view().scale > 1) return canvas?.pans ?? true
    return canvas !== null && (canvas.pans ?? !canvas.onDraw)
  }
  const viewport = createViewport(picture, () => pans() && (held === null || panning))
  const { positionAt, ratioOf, magnify, zoomBy, panBy, reset } = viewport

  const press = (event: PointerEvent, drag: Drag) => {
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
  const drawing = (from: Point): Drag => ({
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
    /** Takes hold of a handle. */
    press,
    setCanvas: (next: Canvas | null) => {
      canvas = next
    },
    /** Of the attached element. */
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
