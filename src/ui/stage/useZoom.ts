import { type KeyboardEvent, type PointerEvent, useCallback, useRef, useState } from 'react'

/** How a picture lies on its stage. */
export interface View {
  scale: number
  /** Shift in px of the picture's centre from the stage's. */
  x: number
  y: number
}

interface Point {
  x: number
  y: number
}

/** All of the picture. */
export const whole: View = { scale: 1, x: 0, y: 0 }
const most = 8
const step = 40

const clamp = (value: number, least: number, greatest: number) => Math.min(Math.max(value, least), greatest)

/** Keeps the picture from leaving the stage. */
export function inside({ scale, x, y }: View, stage: Element): View {
  const { width, height } = stage.getBoundingClientRect()
  const spareX = ((scale - 1) * width) / 2
  const spareY = ((scale - 1) * height) / 2
  return { scale, x: clamp(x, -spareX, spareX), y: clamp(y, -spareY, spareY) }
}

/** Zooms so that what lies under `at` (client coordinates) stays there. */
export function zoomAt(view: View, factor: number, at: Point, stage: Element): View {
  const scale = clamp(view.scale * factor, 1, most)
  const { left, top, width, height } = stage.getBoundingClientRect()
  const fromCentre = { x: at.x - left - width / 2, y: at.y - top - height / 2 }
  const ratio = scale / view.scale
  return inside(
    {
      scale,
      x: fromCentre.x - (fromCentre.x - view.x) * ratio,
      y: fromCentre.y - (fromCentre.y - view.y) * ratio,
    },
    stage,
  )
}

const centreOf = (stage: Element): Point => {
  const { left, top, width, height } = stage.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

const shifts: Record<string, Point> = {
  ArrowLeft: { x: step, y: 0 },
  ArrowRight: { x: -step, y: 0 },
  ArrowUp: { x: 0, y: step },
  ArrowDown: { x: 0, y: -step },
}

/** Zoom by pinch, wheel, double tap and keys (+ − 0 and arrows), for one stage. */
export function useZoom() {
  const [view, setView] = useState(whole)
  const stage = useRef<HTMLElement | null>(null)
  const pointers = useRef(new Map<number, Point>())

  const reset = useCallback(() => setView(whole), [])
  const zoom = (factor: number) => {
    const on = stage.current
    if (on !== null) setView((current) => zoomAt(current, factor, centreOf(on), on))
  }

  const attach = useCallback((on: HTMLElement | null) => {
    stage.current = on
    if (on === null) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const at = { x: event.clientX, y: event.clientY }
      const factor = Math.exp(-event.deltaY / 400)
      setView((current) => zoomAt(current, factor, at, on))
    }
    // React's own listener is passive: the page would scroll along.
    on.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      on.removeEventListener('wheel', onWheel)
      stage.current = null
    }
  }, [])
  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId)
    if (before === undefined) return
    const stage = event.currentTarget
    const after = { x: event.clientX, y: event.clientY }
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, after)
    if (other === undefined) {
      setView((current) =>
        inside({ ...current, x: current.x + after.x - before.x, y: current.y + after.y - before.y }, stage),
      )
      return
    }
    const factor =
      Math.hypot(after.x - other.x, after.y - other.y) /
      Math.max(Math.hypot(before.x - other.x, before.y - other.y), 1)
    const middle = { x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 }
    setView((current) => zoomAt(current, factor, middle, stage))
  }
  const onPointerUp = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId)
  }
  const onDoubleClick = (event: { currentTarget: Element; clientX: number; clientY: number }) => {
    const stage = event.currentTarget
    const at = { x: event.clientX, y: event.clientY }
    setView((current) => (current.scale > 1 ? whole : zoomAt(current, 3, at, stage)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const stage = event.currentTarget
    const shift = shifts[event.key]
    if (event.key === '+' || event.key === ';') zoom(1.5)
    else if (event.key === '-') zoom(1 / 1.5)
    else if (event.key === '0') reset()
    else if (shift && view.scale > 1) {
      setView((current) => inside({ ...current, x: current.x + shift.x, y: current.y + shift.y }, stage))
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    zoomed: view.scale > 1,
    transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
    attach,
    reset,
    zoom,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
      onDoubleClick,
      onKeyDown,
    },
  }
}
