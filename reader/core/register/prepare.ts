import type { Picture } from '../types.ts'
import { describe, type Features } from './descriptor.ts'
import { evenlyDistributed, findKeypoints } from './features.ts'
import { blur, type GreyPicture, gaussianKernel, greyPicture, halve } from './grey.ts'
import { type Homography, project, type Size } from './homography.ts'
import { type Pyramid, warp } from './normalise.ts'

/** A picture with its pyramid and features. */
export interface Prepared {
  size: Size
  pyramid: Pyramid
  /**
   * Features of the picture seen straight on (0) or leaning to one of four sides (1..4), in the picture's own
   * positions. Computed lazily.
   */
  features: (view: number) => Features
}

/** Long side in pixels for registration. */
export const REGISTRATION_SIZE = 512
/** Pyramid levels above the first. */
const HALVINGS = 2
/** Leaning views: vertical, horizontal and both diagonals. */
export const VIEWS = 5
const SPOTS = 500
const SLANT = Math.sqrt(0.5)
const SIDES = [
  [1, 0],
  [0, 1],
  [SLANT, SLANT],
  [SLANT, -SLANT],
] as const
/** Anti-aliasing blur before squeezing to half the width, in pixels. */
const SOFTENING = gaussianKernel(0.8)

export function prepare(picture: Picture): Prepared {
  const pyramid: GreyPicture[] = [greyPicture(picture, REGISTRATION_SIZE)]
  while (pyramid.length <= HALVINGS) pyramid.push(halve(pyramid.at(-1) as GreyPicture))
  const known: Features[] = []
  const features = (view: number) => {
    const found = known[view] ?? featuresOf(pyramid[0] as GreyPicture, view)
    known[view] = found
    return found
  }
  return { size: { width: picture.width, height: picture.height }, pyramid, features }
}

/**
 * Descriptors match up to a lean of about 50 degrees; squeezing a picture to half, a lean of 60, extends
 * that. Morel and Yu, ASIFT, SIAM Journal on Imaging Sciences 2009.
 */
function featuresOf(grey: GreyPicture, view: number): Features {
  const { width, height } = grey
  const side = SIDES[view - 1]
  if (!side) return described(grey)
  const [x, y] = side
  const [xx, xy, yy] = [1 + x * x, x * y, 1 + y * y]
  const [midX, midY] = [width / 2, height / 2]
  const back: Homography = [
    xx,
    xy,
    midX - xx * midX - xy * midY,
    xy,
    yy,
    midY - xy * midX - yy * midY,
    0,
    0,
    1,
  ]
  const found = described(warp([blur(grey, SOFTENING)], back, width, height))
  const positions = found.positions.map((_, at) => {
    const even = at - (at % 2)
    const { x: u, y: v } = project(back, found.positions[even] as number, found.positions[even + 1] as number)
    return at === even ? u : v
  })
  return { ...found, positions }
}

function described(grey: GreyPicture): Features {
  return describe(evenlyDistributed(findKeypoints(grey), grey.width, grey.height, SPOTS))
}
