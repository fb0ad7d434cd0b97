import { useCallback, useRef, useState } from 'react'
import type { Point } from '../../../reader/web/index.ts'
import { inside, type View, whole, zoomAt } from '../../ui/stage/useZoom.ts'
import { inPicture, type Size } from './geometry.ts'

/** What a finger hides, and where the finger is. */
export interface Aim {
  /** Ratios of the picture. */
  point: Point
  /** Pixels of the stage. */
  finger: Point
}

/** Least of the picture's share that is seen at the greatest zoom is an eighth. */
export const mostZoom = 8

/**
 * The window through which a picture is worked on: how it lies there, and from ratios of the picture to pixels of the
 * stage and back.
 */
export function useStage(picture: Size) {
  const element = useRef<HTMLElement | null>(null)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  const [view, setView] = useState<View>(whole)
  const [aim, setAim] = useState<Aim | null>(null)

  const attach = useCallback((on: HTMLElement | null) => {
    element.current = on
    if (on === null) return
    const observer = new ResizeObserver(() => {
      setSize({ width: on.clientWidth, height: on.clientHeight })
      setView((current) => inside(current, on))
    })
    observer.observe(on)
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const at = { x: event.clientX, y: event.clientY }
      setView((current) => zoomAt(current, Math.exp(-event.deltaY / 400), at, on))
    }
    // React's own listener is passive: the page would scroll along.
    on.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      observer.disconnect()
      on.removeEventListener('wheel', onWheel)
      element.current = null
    }
  }, [])

  const fit = Math.min(size.width / picture.width, size.height / picture.height) || 0
  const width = picture.width * fit * view.scale
  const height = picture.height * fit * view.scale
  const left = size.width / 2 + view.x - width / 2
  const top = size.height / 2 + view.y - height / 2

  const toStage = ({ x, y }: Point): Point => ({ x: left + x * width, y: top + y * height })
  /** Of pixels of the window, such as an event's. */
  const fromClient = (x: number, y: number): Point => {
    const frame = element.current?.getBoundingClientRect()
    return { x: (x - (frame?.left ?? 0) - left) / width, y: (y - (frame?.top ?? 0) - top) / height }
  }
  const onStage = (x: number, y: number): Point => {
    const frame = element.current?.getBoundingClientRect()
    return { x: x - (frame?.left ?? 0), y: y - (frame?.top ?? 0) }
  }
  const zoom = (factor: number, at?: Point) => {
    const on = element.current
    if (on === null) return
    const frame = on.getBoundingClientRect()
    const where = at ?? { x: frame.left + frame.width / 2, y: frame.top + frame.height / 2 }
    setView((current) => zoomAt(current, factor, where, on))
  }
  const pan = (x: number, y: number) => {
    const on = element.current
    if (on !== null) setView((current) => inside({ ...current, x: current.x + x, y: current.y + y }, on))
  }

  return {
    attach,
    size,
    scale: view.scale,
    /** Where the picture lies, in pixels of the stage. */
    placed: { left, top, width, height },
    /** How much of the picture one pixel of the stage is. */
    perPixel: { x: 1 / (width || 1), y: 1 / (height || 1) },
    toStage,
    fromClient,
    onStage,
    /** The place in the middle of what is seen. */
    centre: () =>
      inPicture({ x: (size.width / 2 - left) / (width || 1), y: (size.height / 2 - top) / (height || 1) }),
    zoom,
    reset: () => setView(whole),
    pan,
    focus: () => element.current?.focus(),
    aim,
    setAim,
  }
}

export type Stage = ReturnType<typeof useStage>
