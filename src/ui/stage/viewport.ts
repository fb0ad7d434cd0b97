import { select } from 'd3-selection'
import { zoom, zoomIdentity, zoomTransform } from 'd3-zoom'
import { clampToPicture, type Point, type Size } from './geometry.ts'

export const maxScale = 8

/** What is seen of the picture. */
export interface View {
  scale: number
  /** Pixels of the stage. */
  size: Size
  /** Where the picture lies, in pixels of the stage. */
  picture: { left: number; top: number } & Size
  /** What a finger hides, in ratios of the picture, and where the finger is, in pixels of the stage. */
  magnified: { point: Point; finger: Point } | null
}

/** Where an event is, in pixels of the window. */
interface Place {
  clientX: number
  clientY: number
}

/**
 * How a picture lies in its element: zoomed and panned by pinch, wheel, mouse and finger (d3-zoom). `pans` says whether
 * one finger or the mouse pans at this moment. Without the size of the picture, it fills the element.
 */
export function createViewport(picture: Size | null, pans: () => boolean) {
  let element: HTMLElement | null = null
  let transform = zoomIdentity
  let size: Size = { width: 0, height: 0 }
  let magnified: View['magnified'] = null
  let view = seen()
  const listeners = new Set<() => void>()

  function seen(): View {
    const { k: scale, x, y } = transform
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
    // A pinch on a touchpad comes as small steps of a wheel with Ctrl.
    .wheelDelta(({ deltaY, ctrlKey }) => (-deltaY / 280) * (ctrlKey ? 4 : 1))
    .filter((event: MouseEvent | TouchEvent) => {
      if (event.type === 'wheel') return true
      if ('touches' in event) return event.touches.length > 1 || pans()
      return event.button === 1 || (event.button === 0 && !event.ctrlKey && pans())
    })
    .on('zoom', (event) => {
      transform = event.transform
      changed()
    })
  const keepWithin = behavior.constrain()
  behavior.constrain((next, extent) => keepWithin(next, extent, extent))

  const local = ({ clientX, clientY }: Place): Point => {
    const { left, top } = element?.getBoundingClientRect() ?? { left: 0, top: 0 }
    return { x: clientX - left, y: clientY - top }
  }
  const ratioOf = ({ x, y }: Point): Point => ({
    x: x / (view.picture.width || 1),
    y: y / (view.picture.height || 1),
  })
  const positionOf = ({ x, y }: Point) => ratioOf({ x: x - view.picture.left, y: y - view.picture.top })

  return {
    view: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** A ref. */
    attach: (on: HTMLElement | null) => {
      if (on === null) return
      element = on
      const selection = select(on).call(behavior).on('dblclick.zoom', null)
      const observer = new ResizeObserver(() => {
        const { clientWidth: width, clientHeight: height } = on
        // Hidden, it stays as it was.
        if (width === 0 || height === 0) return
        const { k, x, y } = zoomTransform(on)
        const [across, down] = size.width === 0 ? [1, 1] : [width / size.width, height / size.height]
        size = { width, height }
        behavior.transform(selection, zoomIdentity.translate(x * across, y * down).scale(k))
      })
      observer.observe(on)
      return () => {
        observer.disconnect()
        selection.on('.zoom', null)
        element = null
      }
    },
    /** The point of the picture under a place of the window, in ratios; outside it below 0 or above 1. */
    positionAt: (place: Place) => positionOf(local(place)),
    /** Pixels as ratios of the picture. */
    ratioOf,
    /** The point in the middle of what is seen. */
    centre: () => clampToPicture(positionOf({ x: size.width / 2, y: size.height / 2 })),
    zoomBy: (factor: number, at?: Place) => {
      const point = at && local(at)
      if (element) behavior.scaleBy(select(element), factor, point && [point.x, point.y])
    },
    panBy: ({ x, y }: Point) => {
      if (element) behavior.translateBy(select(element), x / transform.k, y / transform.k)
    },
    /** All of the picture. */
    reset: () => {
      if (element) behavior.transform(select(element), zoomIdentity)
    },
    /** Shows what the finger at a place hides; null: nothing. */
    magnify: (point: Point | null, at: Place | null) => {
      const next = point && at && { point, finger: local(at) }
      if (next === magnified) return
      magnified = next
      changed()
    },
    focus: () => element?.focus(),
  }
}
