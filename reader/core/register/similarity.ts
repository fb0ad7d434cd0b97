import type { Rectangle } from '../types.ts'
import { DAZZLED, type NormalisedPicture, OUTSIDE } from './normalise.ts'
import { EDGE, MOVING, NEAR } from './region.ts'

/** Similarity of two normalised pictures by cells of a region. */
export interface Similarity {
  /** Textured cells of the reference. */
  cells: number
  /** Of these: similar, different, featureless in the photograph, outside the photograph. */
  alike: number
  different: number
  hidden: number
  unseen: number
  /** Of the hidden ones: hidden by light in the glass. */
  dazzled: number
  /** Mean correlation of the similar and different cells. */
  correlation: number
}

const SMALLEST = 7
const ACROSS = 12
/** Minimum standard deviation of a textured cell. */
const SHOWING = 0.3
/** Minimum correlation of similar cells. It is higher for a face, because print does not change as shadows of a frame do. */
const ALIKE = 0.5
const FACE_ALIKE = 0.6

/**
 * Compares the cells of a region, without moving parts.
 *
 * @param region in pixels
 * @param zones of the reference's pixels
 * @param face whether only the meter itself counts, because it is the face of a dial
 */
export function compare(
  reference: NormalisedPicture,
  photograph: NormalisedPicture,
  region: Rectangle,
  zones: Uint8Array,
  face = false,
): Similarity {
  const size = Math.max(SMALLEST, Math.max(region.x2 - region.x1, region.y2 - region.y1) / ACROSS)
  const columns = Math.max(1, Math.floor((region.x2 - region.x1) / size))
  const rows = Math.max(1, Math.floor((region.y2 - region.y1) / size))
  let [cells, alike, different, hidden, unseen, dazzled, sum] = [0, 0, 0, 0, 0, 0, 0]
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cell = {
        x1: Math.round(region.x1 + column * size),
        y1: Math.round(region.y1 + row * size),
        x2: Math.round(region.x1 + (column + 1) * size),
        y2: Math.round(region.y1 + (row + 1) * size),
      }
      const one = judge(reference, photograph, cell, zones, face)
      if (one === null) continue
      cells++
      if (one === 'hidden') hidden++
      else if (one === 'dazzled') [hidden, dazzled] = [hidden + 1, dazzled + 1]
      else if (one === 'unseen') unseen++
      else {
        sum += one
        if (one >= minimumOf(face)) alike++
        else different++
      }
    }
  }
  const compared = alike + different
  return { cells, alike, different, hidden, unseen, dazzled, correlation: compared > 0 ? sum / compared : 0 }
}

type Judgement = number | 'hidden' | 'dazzled' | 'unseen' | null

/** Returns the correlation of a cell. If the cell differs, light in the glass may hide a part, which is then left out. */
function judge(
  reference: NormalisedPicture,
  photograph: NormalisedPicture,
  cell: Rectangle,
  zones: Uint8Array,
  face: boolean,
): Judgement {
  const one = correlate(reference, photograph, cell, zones, face, false)
  if (typeof one !== 'number' || one >= minimumOf(face)) return one
  return correlate(reference, photograph, cell, zones, face, true)
}

function minimumOf(face: boolean): number {
  return face ? FACE_ALIKE : ALIKE
}

/**
 * Returns the correlation of a cell, or null if the reference is featureless or most of the cell does not count.
 *
 * @param isLightLeftOut whether pixels that light hides are left out
 */
function correlate(
  reference: NormalisedPicture,
  photograph: NormalisedPicture,
  cell: Rectangle,
  zones: Uint8Array,
  face: boolean,
  isLightLeftOut: boolean,
): Judgement {
  const { width, height } = reference
  const a = reference.data
  const b = photograph.data
  let [count, unseen, dazzled, sa, sb, aa, bb, ab] = [0, 0, 0, 0, 0, 0, 0, 0]
  const bottom = Math.min(height, cell.y2)
  const right = Math.min(width, cell.x2)
  for (let y = Math.max(0, cell.y1); y < bottom; y++) {
    for (let x = Math.max(0, cell.x1); x < right; x++) {
      const at = y * width + x
      const zone = zones[at]
      if (zone === MOVING || zone === EDGE || (face && zone !== NEAR)) continue
      const seen = photograph.seen[at]
      if (seen === DAZZLED) dazzled++
      if (isLightLeftOut && seen === DAZZLED) continue
      count++
      if (seen === OUTSIDE) unseen++
      const va = a[at] as number
      const vb = b[at] as number
      sa += va
      sb += vb
      aa += va * va
      bb += vb * vb
      ab += va * vb
    }
  }
  const least = ((cell.x2 - cell.x1) * (cell.y2 - cell.y1)) / 2
  if (count < least) return isLightLeftOut && count + dazzled >= least ? 'dazzled' : null
  const va = aa / count - (sa / count) * (sa / count)
  const vb = bb / count - (sb / count) * (sb / count)
  if (va < SHOWING * SHOWING) return null
  if (2 * unseen > count) return 'unseen'
  if (vb < (SHOWING * SHOWING) / 4) return dazzled > 0 ? 'dazzled' : 'hidden'
  return (ab / count - (sa / count) * (sb / count)) / Math.sqrt(va * vb)
}
