import { arctangent2 } from '../math.ts'
import type { ReaderSettings } from '../types.ts'
import { inPixels, project } from './homography.ts'
import type { Prepared } from './prepare.ts'
import { regionOf } from './region.ts'
import { certainty, FEW, SURE, upright } from './register.ts'
import { search } from './search.ts'

/** How a meter stands in a live picture. */
export interface Recognition {
  /** 0..1 that it is the reference's meter. */
  registration: number
  /** 1: seen straight on; 0: edge-on. */
  upright: number
  /** Clockwise against the reference, degrees, -180..180. */
  rotation: number
  /** Fraction of the visible print that light in the glass hides. */
  dazzled: number
}

/** Straight on only, so in a fraction of the time. Null: the reference shows too little to recognise a meter by. */
export function recognise(still: Prepared, taken: Prepared, settings: ReaderSettings): Recognition | null {
  const region = regionOf(settings, still.size.width, still.size.height)
  const best = search(still, taken, region, certainty, SURE, 1)
  if (!best) return { registration: 0, upright: 1, rotation: 0, dazzled: 0 }
  if (best.whole.cells < FEW) return null
  const h = inPixels(best.h, still.size, taken.size)
  const { x1, y1, x2, y2 } = region.read
  const [y, left, right] = [((y1 + y2) / 2) * still.size.height, x1 * still.size.width, x2 * still.size.width]
  const [a, b] = [project(h, left, y), project(h, right, y)]
  const { cells, unseen, dazzled } = best.near.cells < FEW ? best.whole : best.near
  return {
    registration: certainty(best),
    upright: upright(best.h, region.read, still.size, taken.size),
    rotation: (arctangent2(b.y - a.y, b.x - a.x) * 180) / Math.PI,
    dazzled: dazzled / Math.max(1, cells - unseen),
  }
}
