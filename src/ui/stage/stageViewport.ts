import { select } from 'd3-selection'
import { zoom, zoomIdentity, zoomTransform } from 'd3-zoom'
import { clamp, clampToPicture, type Part, type Point, type Size } from './stageGeometry.ts'

export const maxScale = 8

/** Pixels between a revealed point and the element's edge. */
const margin = 48

/** The visible part of the picture. */
export interface StageView {
  scale: number
  /** Pixels of the stage. */
  size: Size
  /** Position in pixels of the stage. */
  picture: { left: number; top: number } & Size
  /** What the finger covers, ratios of the picture; the finger's position, pixels of the stage. */
  magnified: { point: Point; finger: Point } | null
}

/** Client coordinates of an event. */
interface ClientPoint {
  clientX: number
  clientY: number
}

/**
 * Zoom and pan by pinch, wheel, mouse and touch (d3-zoom). `pans`: whether one finger or the mouse pans now. Without
 * `picture` it fills the element.
 */
export function createViewport(picture: Size | null, pans: () => boolean) {
  let element: HTMLElement | null = null
  let transform = zoomIdentity
  let size: Size = { width: 0, height: 0 }
  let magnified: StageView['magnified'] = null
  /** Stays visible when the element changes its size. */
  let kept: Point | null = null
  /** Fitted again when the element changes its size, until a person zooms or pans. */
  let fitted: Part | null = null
  let view = seen()
  const listeners = new Set<() => void>()

  function seen({ k: scale, x, y } = transform): StageView {
    const shape = picture ?? size
    const fit = Math.min(size.width / shape.width, size.height / shape.height) || 0
    const [width, height] = [shape.width * fit * scale, shape.height * fit * scale]
    const left = x + (size.width * scale - width) / 2
    const top = y + (size.height * scale - height) / 2
    return { scale, size, picture: { left, top, width, height }, magnified }
  }
  const changed = () => {
    view = seen()
    for (const listener of listeners) listener()
  }

  const behavior = zoom<HTMLElement, unknown>()
    .scaleExtent([1, maxScale])
    .touchable(true)
    // A touchpad's pinch arrives as small Ctrl+wheel steps.
    .wheelDelta(({ deltaY, ctrlKey }) => (-deltaY / 280) * (ctrlKey ? 4 : 1))
    .filter((event: MouseEvent | TouchEvent) => {
      if (event.type === 'wheel') return true
      if ('touches' in event) return event.touches.length > 1 || pans()
      return event.button === 1 || (event.button === 0 && !event.ctrlKey && pans())
    })
    .on('zoom', (event) => {
      transform = event.transform
      if (event.sourceEvent) fitted = null
      changed()
    })
  const keepWithin = behavior.constrain()
  behavior.constrain((next, extent) => keepWithin(next, extent, extent))

  const local = ({ clientX, clientY }: ClientPoint): Point => {
    const { left, top } = element?.getBoundingClientRect() ?? { left: 0, top: 0 }
    return { x: clientX - left, y: clientY - top }
  }
  const ratioOf = ({ x, y }: Point): Point => ({
    x: x / (view.picture.width || 1),
    y: y / (view.picture.height || 1),
  })
  const positionOf = ({ x, y }: Point) => ratioOf({ x: x - view.picture.left, y: y - view.picture.top })

  const panBy = ({ x, y }: Point) => {
    fitted = null
    if (element) behavior.translateBy(select(element), x / transform.k, y / transform.k)
  }
  /** How far a place must move to be `margin` within a length. */
  const inward = (at: number, length: number) => clamp(at, margin, Math.max(margin, length - margin)) - at
  const reveal = ({ x, y }: Point) => {
    const { left, top, width, height } = view.picture
    const by = { x: inward(left + x * width, size.width), y: inward(top + y * height, size.height) }
    if (transform.k > 1 && (by.x !== 0 || by.y !== 0)) panBy(by)
  }

  const zoomTo = (part: Part) => {
    fitted = part
    if (element === null || size.width === 0) return
    const { width, height } = size
    const { picture: whole } = seen(zoomIdentity)
    const across = (part.x2 - part.x1) * whole.width
    const down = (part.y2 - part.y1) * whole.height
    const scale = clamp(Math.min(width / across, height / down), 1, maxScale)
    const centre = {
      x: whole.left + ((part.x1 + part.x2) / 2) * whole.width,
      y: whole.top + ((part.y1 + part.y2) / 2) * whole.height,
    }
    const next = zoomIdentity
      .translate(width / 2, height / 2)
      .scale(scale)
      .translate(-centre.x, -centre.y)
    const extent: [[number, number], [number, number]] = [
      [0, 0],
      [width, height],
    ]
    behavior.transform(select(element), behavior.constrain()(next, extent, extent))
  }

  return {
    view: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Ref callback. */
    attach: (on: HTMLElement | null) => {
      if (on === null) return
      element = on
      const selection = select(on).call(behavior).on('dblclick.zoom', null)
      const observer = new ResizeObserver(() => {
        const { clientWidth: width, clientHeight: height } = on
        // Hidden: unchanged.
        if (width === 0 || height === 0) return
        const { k, x, y } = zoomTransform(on)
        const [across, down] = size.width === 0 ? [1, 1] : [width / size.width, height / size.height]
        size = { width, height }
        if (fitted) return zoomTo(fitted)
        behavior.transform(selection, zoomIdentity.translate(x * across, y * down).scale(k))
        if (kept) reveal(kept)
      })
      observer.observe(on)
      return () => {
        observer.disconnect()
        selection.on('.zoom', null)
        element = null
      }
    },
    /** From client coordinates to ratios of the picture; outside it below 0 or above 1. */
    positionAt: (client: ClientPoint) => positionOf(local(client)),
    ratioOf,
    /** The centre of the visible part. */
    centre: () => clampToPicture(positionOf({ x: size.width / 2, y: size.height / 2 })),
    zoomBy: (factor: number, at?: ClientPoint) => {
      fitted = null
      const point = at && local(at)
      if (element) behavior.scaleBy(select(element), factor, point && [point.x, point.y])
    },
    panBy,
    /** Pans so far that a point of the picture is visible. */
    reveal,
    /** Reveals a point now and when the element's size has changed; null ends it. */
    keepVisible: (point: Point | null) => {
      kept = point
      if (point) reveal(point)
    },
    /** Shows a part as large as possible. */
    zoomTo,
    reset: () => {
      fitted = null
      if (element) behavior.transform(select(element), zoomIdentity)
    },
    /** Null hides the magnifier. */
    magnify: (point: Point | null, at: ClientPoint | null) => {
      const next = point && at && { point, finger: local(at) }
      if (next === magnified) return
      magnified = next
      changed()
    },
    focus: () => element?.focus(),
  }
}
