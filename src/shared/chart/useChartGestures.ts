import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { clampViewport, panViewport, pinchViewport, type Viewport, zoomViewport } from './chartViewport.ts'
import type { Position, Projection } from './projection.ts'
import { adjacentPoint, type ChartSeries, nearestPoint, type SeriesPoint } from './seriesPoints.ts'

interface Options {
  series: readonly ChartSeries[]
  /** Null before layout. */
  to: Projection | null
  extent: Viewport
  /** Null: the whole extent. */
  onViewport: (viewport: Viewport | null) => void
  onOpen: (point: SeriesPoint) => void
}

/** The active point and the input that chose it. */
interface Active extends SeriesPoint {
  by: 'mouse' | 'touch' | 'keys'
}

type Gesture =
  | { kind: 'press'; start: Position; shift: boolean }
  | { kind: 'select'; start: Position }
  | { kind: 'pan'; start: Position; begun: Viewport }
  | { kind: 'scrub' }
  | { kind: 'pinch'; begun: Viewport; shares: [number, number] }

/** Px; a smaller move is a press. */
const tapTolerance = 6
/** Px from a press to its point. */
const hitRadius = 32

/** Hover, open, zoom and pan by mouse, touch and keys. */
export function useChartGestures({ series, to, extent, onViewport, onOpen }: Options) {
  const [active, setActive] = useState<Active | null>(null)
  const [selection, setSelection] = useState<[number, number] | null>(null)
  const pointers = useRef(new Map<number, Position>())
  const gesture = useRef<Gesture | null>(null)
  const [stage, attach] = useState<HTMLElement | null>(null)

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (to === null || stage === null) return
    if (event.ctrlKey) {
      const x = event.clientX - stage.getBoundingClientRect().left
      onViewport(zoomViewport(extent, to.viewport, Math.exp(-event.deltaY / 200), to.at(x)))
    } else {
      // With Shift, some browsers report deltaX, others deltaY.
      const along = event.deltaX || (event.shiftKey ? event.deltaY : 0)
      const across = event.shiftKey ? 0 : event.deltaY
      if (Math.abs(along) <= Math.abs(across) || !isPart(extent, to.viewport)) return
      onViewport(panViewport(extent, to.viewport, along / to.plot.width))
    }
    event.preventDefault()
  })
  useEffect(() => {
    if (stage === null) return
    // React's listener is passive and could not prevent the page's scroll or zoom.
    const listener = (event: WheelEvent) => onWheel(event)
    stage.addEventListener('wheel', listener, { passive: false })
    return () => stage.removeEventListener('wheel', listener)
  }, [stage])

  if (to === null) return { active: null, selection: null, attach, setActive, handlers: {} }

  const positionOf = (event: PointerEvent): Position => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const selectionOf = (a: Position, b: Position): [left: number, right: number] => {
    const { x, width } = to.plot
    return [Math.max(Math.min(a.x, b.x), x), Math.min(Math.max(a.x, b.x), x + width)]
  }
  const shareOf = ({ x }: Position) => (x - to.plot.x) / to.plot.width
  const shares = (): [number, number] => {
    const [a, b] = [...pointers.current.values()]
    return [a ? shareOf(a) : 0, b ? shareOf(b) : 0]
  }
  const activate = (
    position: Position,
    by: Active['by'],
    farthest = Number.POSITIVE_INFINITY,
  ): Active | null => {
    const near = nearestPoint(position, series, to)
    const next = near !== null && near.distance <= farthest ? { ...near.active, by } : null
    setActive((before) =>
      before?.point.id === next?.point.id && before?.by === next?.by && before?.series === next?.series
        ? before
        : next,
    )
    return next
  }

  const onPointerDown = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const start = positionOf(event)
    pointers.current.set(event.pointerId, start)
    if (pointers.current.size === 2) {
      gesture.current = { kind: 'pinch', begun: to.viewport, shares: shares() }
      setActive(null)
    } else {
      gesture.current = { kind: 'press', start, shift: event.shiftKey }
    }
  }

  const begin = (press: { start: Position; shift: boolean }, mouse: boolean): Gesture => {
    const { start } = press
    const part = isPart(extent, to.viewport)
    if (mouse && !(press.shift && part)) return { kind: 'select', start }
    return part ? { kind: 'pan', start, begun: to.viewport } : { kind: 'scrub' }
  }

  const onPointerMove = (event: PointerEvent) => {
    const mouse = event.pointerType === 'mouse'
    const position = positionOf(event)
    if (pointers.current.has(event.pointerId)) pointers.current.set(event.pointerId, position)
    let now = gesture.current
    if (now === null) {
      if (mouse) activate(position, 'mouse')
      return
    }
    if (now.kind === 'press') {
      if (Math.abs(position.x - now.start.x) < tapTolerance) return
      now = begin(now, mouse)
      gesture.current = now
      if (now.kind !== 'scrub') setActive(null)
    }
    if (now.kind === 'scrub') activate(position, 'touch')
    if (now.kind === 'select') setSelection(selectionOf(now.start, position))
    if (now.kind === 'pan')
      onViewport(panViewport(extent, now.begun, (now.start.x - position.x) / to.plot.width) ?? now.begun)
    if (now.kind === 'pinch' && pointers.current.size >= 2)
      onViewport(pinchViewport(extent, now.begun, now.shares, shares()))
  }

  const onPointerUp = (event: PointerEvent) => {
    if (!pointers.current.delete(event.pointerId)) return
    const now = gesture.current
    gesture.current = null
    const position = positionOf(event)
    if (now?.kind === 'select') {
      setSelection(null)
      const [left, right] = selectionOf(now.start, position)
      onViewport(clampViewport(extent, { from: to.at(left), to: to.at(right) }))
    }
    if (now?.kind !== 'press') return
    const mouse = event.pointerType === 'mouse'
    const before = active
    const point = activate(position, mouse ? 'mouse' : 'touch', mouse ? hitRadius : Number.POSITIVE_INFINITY)
    // The finger covers the point: the first touch shows it, the second opens it.
    if (point && (mouse || before?.point.id === point.point.id)) onOpen(point)
  }

  const onPointerCancel = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId)
    gesture.current = null
    setSelection(null)
  }

  const onPointerLeave = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && gesture.current === null) setActive(null)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const { viewport } = to
    if (event.shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      onViewport(panViewport(extent, viewport, key === 'ArrowLeft' ? -0.25 : 0.25))
    } else if (walking.has(key)) {
      const point = adjacentPoint(series, active, key, viewport)
      if (point) {
        setActive({ ...point, by: 'keys' })
        follow(point.point.at)
      }
    } else if (zoomInKeys.has(key) || key === '-') {
      onViewport(zoomViewport(extent, viewport, key === '-' ? 1 / 1.6 : 1.6, active?.point.at))
    } else if (key === '0') onViewport(null)
    else if ((key === 'Enter' || key === ' ') && active) onOpen(active)
    else if (key === 'Escape' && active) setActive(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Keeps the active point in view. */
  const follow = (at: number) => {
    const { viewport } = to
    if (at >= viewport.from && at <= viewport.to) return
    const half = (viewport.to - viewport.from) / 2
    onViewport(clampViewport(extent, { from: at - half, to: at + half }))
  }

  return {
    active,
    /** Edges of the selected time, px. */
    selection,
    attach,
    setActive,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onPointerLeave, onKeyDown },
  }
}

const walking = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'])
/** Plus, with and without Shift on Japanese and other keyboards. */
const zoomInKeys = new Set(['+', ';', '='])

const isPart = (extent: Viewport, viewport: Viewport) =>
  viewport.from > extent.from || viewport.to < extent.to
