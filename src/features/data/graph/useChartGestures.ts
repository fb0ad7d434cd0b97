import { type KeyboardEvent, type PointerEvent, useCallback, useRef, useState } from 'react'
import { firstFrom, type Line, type Spot, stepFrom } from './lines.ts'
import type { Projection } from './projection.ts'
import { panned, pinched, type TimeWindow, within, zoomed } from './timeWindow.ts'

interface Options {
  lines: readonly Line[]
  /** Null until the chart is laid out. */
  to: Projection | null
  whole: TimeWindow
  /** Null: the whole. */
  onWindow: (window: TimeWindow | null) => void
  onOpen: (spot: Spot) => void
}

/** A point that is looked at, and by what means. */
interface Looked extends Spot {
  by: 'mouse' | 'touch' | 'keys'
}

interface Place {
  x: number
  y: number
}

type Gesture =
  | { kind: 'press'; start: Place; shift: boolean }
  | { kind: 'select'; start: Place }
  | { kind: 'pan'; start: Place; begun: TimeWindow }
  | { kind: 'scrub' }
  | { kind: 'pinch'; begun: TimeWindow; shares: [number, number] }

/** A finger or hand that moves less means to press. Px. */
const slack = 6
/** How far a press may be from the point it means. Px. */
const reach = 32

/** Looking at points, opening them, and choosing the stretch of time that is shown: by mouse, fingers and keys. */
export function useChartGestures({ lines, to, whole, onWindow, onOpen }: Options) {
  const [looked, setLooked] = useState<Looked | null>(null)
  const [selection, setSelection] = useState<[number, number] | null>(null)
  const pointers = useRef(new Map<number, Place>())
  const gesture = useRef<Gesture | null>(null)
  const latest = useRef({ to, whole, onWindow })
  latest.current = { to, whole, onWindow }

  const attach = useCallback((stage: HTMLElement | null) => {
    if (stage === null) return
    // React's own listener is passive: the page would scroll or zoom along.
    const onWheel = (event: WheelEvent) => {
      const { to, whole, onWindow } = latest.current
      if (to === null) return
      if (event.ctrlKey) {
        const x = event.clientX - stage.getBoundingClientRect().left
        onWindow(zoomed(whole, to.shown, Math.exp(-event.deltaY / 200), to.at(x)))
      } else {
        const along = event.shiftKey ? event.deltaY : event.deltaX
        if (Math.abs(along) <= Math.abs(event.shiftKey ? 0 : event.deltaY) || !isPart(whole, to.shown)) return
        onWindow(panned(whole, to.shown, along / to.plot.width))
      }
      event.preventDefault()
    }
    stage.addEventListener('wheel', onWheel, { passive: false })
    return () => stage.removeEventListener('wheel', onWheel)
  }, [])

  if (to === null) return { looked: null, selection: null, attach, look: setLooked, handlers: {} }

  const placeOf = (event: PointerEvent): Place => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const shareOf = ({ x }: Place) => (x - to.plot.x) / to.plot.width
  const shares = (): [number, number] => {
    const [a, b] = [...pointers.current.values()]
    return [a ? shareOf(a) : 0, b ? shareOf(b) : 0]
  }
  const lookAt = (place: Place, by: Looked['by'], within = Number.POSITIVE_INFINITY): Looked | null => {
    const near = nearestTo(place, lines, to)
    const next = near !== null && near.distance <= within ? { ...near.spot, by } : null
    setLooked((before) =>
      before?.point.id === next?.point.id && before?.by === next?.by && before?.line === next?.line
        ? before
        : next,
    )
    return next
  }

  const onPointerDown = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const start = placeOf(event)
    pointers.current.set(event.pointerId, start)
    if (pointers.current.size === 2) {
      gesture.current = { kind: 'pinch', begun: to.shown, shares: shares() }
      setLooked(null)
    } else {
      gesture.current = { kind: 'press', start, shift: event.shiftKey }
    }
  }

  const begin = (press: { start: Place; shift: boolean }, mouse: boolean): Gesture => {
    const { start } = press
    const part = isPart(whole, to.shown)
    if (mouse && !(press.shift && part)) return { kind: 'select', start }
    return part ? { kind: 'pan', start, begun: to.shown } : { kind: 'scrub' }
  }

  const onPointerMove = (event: PointerEvent) => {
    const mouse = event.pointerType === 'mouse'
    const place = placeOf(event)
    if (pointers.current.has(event.pointerId)) pointers.current.set(event.pointerId, place)
    let now = gesture.current
    if (now === null) {
      if (mouse) lookAt(place, 'mouse')
      return
    }
    if (now.kind === 'press') {
      if (Math.abs(place.x - now.start.x) < slack) return
      now = begin(now, mouse)
      gesture.current = now
      if (now.kind !== 'scrub') setLooked(null)
    }
    if (now.kind === 'scrub') lookAt(place, 'touch')
    if (now.kind === 'select') setSelection([now.start.x, place.x])
    if (now.kind === 'pan')
      onWindow(panned(whole, now.begun, (now.start.x - place.x) / to.plot.width) ?? now.begun)
    if (now.kind === 'pinch' && pointers.current.size >= 2)
      onWindow(pinched(whole, now.begun, now.shares, shares()))
  }

  const onPointerUp = (event: PointerEvent) => {
    if (!pointers.current.delete(event.pointerId)) return
    const now = gesture.current
    gesture.current = null
    const place = placeOf(event)
    if (now?.kind === 'select') {
      setSelection(null)
      const [from, until] = [to.at(Math.min(now.start.x, place.x)), to.at(Math.max(now.start.x, place.x))]
      const { shown } = to
      onWindow(within(whole, { from: Math.max(from, shown.from), to: Math.min(until, shown.to) }))
    }
    if (now?.kind !== 'press') return
    const mouse = event.pointerType === 'mouse'
    const before = looked
    const spot = lookAt(place, mouse ? 'mouse' : 'touch', mouse ? reach : Number.POSITIVE_INFINITY)
    // A finger hides what it points at: it sees first, and opens with the second touch.
    if (spot && (mouse || before?.point.id === spot.point.id)) onOpen(spot)
  }

  const onPointerCancel = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId)
    gesture.current = null
    setSelection(null)
  }

  const onPointerLeave = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && gesture.current === null) setLooked(null)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const { shown } = to
    if (event.shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      onWindow(panned(whole, shown, key === 'ArrowLeft' ? -0.25 : 0.25))
    } else if (walking.has(key)) {
      const spot = stepFrom(lines, looked, key, shown)
      if (spot) {
        setLooked({ ...spot, by: 'keys' })
        follow(spot.point.at)
      }
    } else if (closer.has(key) || key === '-') {
      onWindow(zoomed(whole, shown, key === '-' ? 1 / 1.6 : 1.6, looked?.point.at))
    } else if (key === '0') onWindow(null)
    else if ((key === 'Enter' || key === ' ') && looked) onOpen(looked)
    else if (key === 'Escape' && looked) setLooked(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  /** What is looked at stays in sight. */
  const follow = (at: number) => {
    const { shown } = to
    if (at >= shown.from && at <= shown.to) return
    const half = (shown.to - shown.from) / 2
    onWindow(within(whole, { from: at - half, to: at + half }))
  }

  return {
    looked,
    /** Edges of the stretch that is being chosen, in px. */
    selection,
    attach,
    look: setLooked,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onPointerLeave, onKeyDown },
  }
}

const walking = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'])
/** Plus, where it is typed with and without Shift on Japanese and other keyboards. */
const closer = new Set(['+', ';', '='])

const isPart = (whole: TimeWindow, shown: TimeWindow) => shown.from > whole.from || shown.to < whole.to

/** The point with a value that lies nearest, of those that are next to the place in time. */
function nearestTo({ x, y }: Place, lines: readonly Line[], to: Projection) {
  const time = to.at(x)
  let best: { spot: Spot; distance: number } | null = null
  for (const line of lines) {
    const index = firstFrom(line.points, time)
    for (const point of line.points.slice(Math.max(0, index - 3), index + 3)) {
      if (point.value === null || point.at < to.shown.from || point.at > to.shown.to) continue
      const distance = Math.hypot(to.x(point.at) - x, to.y(point.value) - y)
      if (best === null || distance < best.distance) best = { spot: { line, point }, distance }
    }
  }
  return best
}
