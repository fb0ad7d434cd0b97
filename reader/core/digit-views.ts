import { greyOf, type Raster, resample, type Window } from './resample.ts'
import type { Picture, Rectangle } from './types.ts'

/** A digit's box with what surrounds it. */
export interface Cut {
  grey: Raster
  /** In pixels of `grey`. */
  box: Window
}

/** Size and shift of the centre, as fractions of the box. */
export interface View {
  width: number
  height: number
  x: number
  y: number
}

export const WHOLE: View = { width: 1, height: 1, x: 0, y: 0 }
/** A display's box with its surroundings: the widest view. */
export const AROUND: View = { width: 1.3, height: 1.3, x: 0, y: 0 }

/** A display's box without what may stand at its edges. */
export const INNER: View = { width: 0.84, height: 0.84, x: 0, y: 0 }

/** In order; a row with many doubtful drums does not get to the later ones. */
export const DRUM_VIEWS: readonly View[] = [
  { width: 1, height: 1, x: 0.04, y: 0 },
  { width: 1, height: 1, x: -0.04, y: 0 },
  { width: 1, height: 0.94, x: 0, y: 0 },
  { width: 1, height: 1.06, x: 0, y: 0 },
]

export type Side = 'wide' | 'close'

/**
 * Of displays, the first one decides: wider where boxes go from edge to edge of the digits, closer where lines
 * are printed around them.
 */
export const DISPLAY_VIEWS: Readonly<Record<Side, readonly [View, ...View[]]>> = {
  wide: [
    { width: 1.2, height: 1.2, x: 0, y: 0 },
    { width: 1.1, height: 1.1, x: 0, y: 0 },
    { width: 1, height: 1.2, x: 0, y: 0 },
  ],
  close: [{ width: 0.84, height: 0.76, x: 0, y: 0 }, INNER, { width: 1, height: 0.8, x: 0, y: 0 }],
}

/** Cuts a box out with its surroundings, as far as they are in the picture. */
export function cutAround(picture: Picture, box: Rectangle): Cut {
  const across = ((box.x2 - box.x1) * (AROUND.width - 1)) / 2
  const down = ((box.y2 - box.y1) * (AROUND.height - 1)) / 2
  const left = Math.floor(Math.max(0, box.x1 - across) * picture.width)
  const top = Math.floor(Math.max(0, box.y1 - down) * picture.height)
  const right = Math.ceil(Math.min(1, box.x2 + across) * picture.width)
  const bottom = Math.ceil(Math.min(1, box.y2 + down) * picture.height)
  const grey = greyOf(picture, {
    x1: left / picture.width,
    y1: top / picture.height,
    x2: right / picture.width,
    y2: bottom / picture.height,
  })
  return {
    grey,
    box: {
      left: box.x1 * picture.width - left,
      top: box.y1 * picture.height - top,
      right: box.x2 * picture.width - left,
      bottom: box.y2 * picture.height - top,
    },
  }
}

/** A raster that is one box; beyond it its edges go on. */
export function wholeCut(grey: Raster): Cut {
  return { grey, box: { left: 0, top: 0, right: grey.width, bottom: grey.height } }
}

/** What a view of a cut shows, at a network's size. */
export function lookAt(
  { grey, box }: Cut,
  view: View,
  { width, height }: { width: number; height: number },
): Raster & { data: Float32Array } {
  const boxWidth = box.right - box.left
  const boxHeight = box.bottom - box.top
  const centreX = box.left + boxWidth * (0.5 + view.x)
  const centreY = box.top + boxHeight * (0.5 + view.y)
  const halfWidth = (boxWidth * view.width) / 2
  const halfHeight = (boxHeight * view.height) / 2
  const window = {
    left: centreX - halfWidth,
    top: centreY - halfHeight,
    right: centreX + halfWidth,
    bottom: centreY + halfHeight,
  }
  return resample(grey, window, width, height)
}
