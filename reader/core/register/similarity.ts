import type { Rectangle } from '../types.ts'
import type { NormalisedPicture } from './normalise.ts'

/** Similarity of two normalised pictures by cells of a region. */
export interface Similarity {
  /** Textured cells of the reference. */
  cells: number
  /** Of these: similar, different, featureless in the photograph, outside the photograph. */
  alike: number
  different: number
  hidden: number
  unseen: number
  /** Mean correlation of the similar and different cells. */
  correlation: number
}

const SMALLEST = 7
const ACROSS = 12
/** Minimum standard deviation of a textured cell. */
const SHOWING = 0.3
const ALIKE = 0.5

/** Compares the cells of a region, without moving parts. Rectangles are in pixels. */
export function compare(
  reference: NormalisedPicture,
  photograph: NormalisedPicture,
  region: Rectangle,
  moving: readonly Rectangle[],
): Similarity {
  const size = Math.max(SMALLEST, Math.max(region.x2 - region.x1, region.y2 - region.y1) / ACROSS)
  const columns = Math.max(1, Math.floor((region.x2 - region.x1) / size))
  const rows = Math.max(1, Math.floor((region.y2 - region.y1) / size))
  let [cells, alike, different, hidden, unseen, sum] = [0, 0, 0, 0, 0, 0]
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cell = {
        x1: Math.round(region.x1 + column * size),
        y1: Math.round(region.y1 + row * size),
        x2: Math.round(region.x1 + (column + 1) * size),
        y2: Math.round(region.y1 + (row + 1) * size),
      }
      const one = correlate(reference, photograph, cell, moving)
      if (one === null) continue
      cells++
      if (one === 'hidden') hidden++
      else if (one === 'unseen') unseen++
      else {
        sum += one
        if (one >= ALIKE) alike++
        else different++
      }
    }
  }
  const compared = alike + different
  return { cells, alike, different, hidden, unseen, correlation: compared > 0 ? sum / compared : 0 }
}

/** Correlation of a cell; null where the reference is featureless or most of the cell moves. */
function correlate(
  reference: NormalisedPicture,
  photograph: NormalisedPicture,
  cell: Rectangle,
  moving: readonly Rectangle[],
): number | 'hidden' | 'unseen' | null {
  const { width, height } = reference
  const a = reference.data
  const b = photograph.data
  let [count, unseen, sa, sb, aa, bb, ab] = [0, 0, 0, 0, 0, 0, 0]
  for (let y = Math.max(0, cell.y1); y < Math.min(height, cell.y2); y++) {
    for (let x = Math.max(0, cell.x1); x < Math.min(width, cell.x2); x++) {
      if (moving.some(({ x1, y1, x2, y2 }) => x + 1 > x1 && x < x2 && y + 1 > y1 && y < y2)) continue
      const at = y * width + x
      count++
      if (photograph.seen[at] === 0) unseen++
      const va = a[at] as number
      const vb = b[at] as number
      sa += va
      sb += vb
      aa += va * va
      bb += vb * vb
      ab += va * vb
    }
  }
  if (2 * count < (cell.x2 - cell.x1) * (cell.y2 - cell.y1)) return null
  const va = aa / count - (sa / count) * (sa / count)
  const vb = bb / count - (sb / count) * (sb / count)
  if (va < SHOWING * SHOWING) return null
  if (2 * unseen > count) return 'unseen'
  if (vb < (SHOWING * SHOWING) / 4) return 'hidden'
  return (ab / count - (sa / count) * (sb / count)) / Math.sqrt(va * vb)
}
