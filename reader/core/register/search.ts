import type { Rectangle } from '../types.ts'
import { findConsensus, plausible } from './consensus.ts'
import type { GreyPicture } from './grey.ts'
import { compose, type Homography, IDENTITY, inPixels, inRatios, project, type Size } from './homography.ts'
import { markNeedles } from './mark-needles.ts'
import { matchFeatures } from './match.ts'
import { DAZZLED, type NormalisedPicture, normaliseContrast, type Pyramid, SEEN, warp } from './normalise.ts'
import { type Prepared, REGISTRATION_SIZE, VIEWS } from './prepare.ts'
import { align } from './refine.ts'
import { type Region, zonesOf } from './region.ts'
import { compare, type Similarity } from './similarity.ts'

export interface Candidate {
  /** From ratios of the reference to ratios of the photograph. */
  h: Homography
  /** Similarity of the read region's surroundings, and of the whole picture. */
  near: Similarity
  whole: Similarity
  /** Whether `near` compares only the face of a dial. */
  isFace: boolean
}

/** Inlier tolerance. */
const TOLERANCE = 0.006 * REGISTRATION_SIZE
/** Mappings tried, and minimum inliers of each. */
const ATTEMPTS = 3
const MIN = 6
/** Maximum difference of aspect ratios for the same camera position. */
const SAME_SHAPE = 0.02
/** Movement in ratios that is found without features. */
export const NEARLY_UNMOVED = 0.012
/** Contrast floor of the normalisation, in grey levels. */
const FLOOR = 5
/** Minimum luma of light in the glass, and maximum luma of the reference where the light hides something. */
const WHITE = 248
const NOT_WHITE = 235
/** Maximum long side in pixels at which candidates are judged: fewer pixels do not tell numerals apart. */
const JUDGED = REGISTRATION_SIZE / 2
/** Minimum mean correlation of a close fit. */
const CLOSE = 0.85

/**
 * Finds the reference's meter in the photograph: first assuming that the camera has not moved (cheap), then
 * anywhere. Ends at the first candidate with `certainty` ≥ `sure`; else returns the best.
 *
 * @param views how many of the reference's: the first, straight on, is the cheapest
 */
export function search(
  still: Prepared,
  taken: Prepared,
  region: Region,
  certainty: (candidate: Candidate) => number,
  sure: number,
  views = VIEWS,
): Candidate | null {
  const zones = still.pyramid.map((level) => zonesOf(region, level))
  const candidate = (start: Homography, levels: readonly number[]) => {
    const h = refineCoarseToFine(still.pyramid, taken.pyramid, start, region, zones, levels)
    return judged(still.pyramid, taken.pyramid, h, region, zones)
  }
  const better = (a: Candidate, b: Candidate) => (certainty(b) > certainty(a) ? b : a)
  let best: Candidate | null = null
  if (sameAspectRatio(still.size, taken.size)) {
    best = candidate(IDENTITY, [2])
    if (certainty(best) > 0) best = candidate(best.h, [1, 0])
    // A scale also fits shifted by one tick: an imperfect or distant fit needs features as evidence.
    const isClose = certainty(best) === 1 && best.near.correlation >= CLOSE
    if (isClose && cornerMovement(best.h, region.read) < NEARLY_UNMOVED) return best
  }
  for (const start of byFeatures(still, taken, region, views)) {
    let one = candidate(start, [1, 0])
    // Coarse alignment helps far from the solution; near it, it would slip among ticks.
    if (certainty(one) > 0 && certainty(one) < sure) one = better(one, candidate(start, [2, 1, 0]))
    if (certainty(one) >= sure) return one
    best = best ? better(best, one) : one
  }
  return best
}

/** Whether both pictures may be from the same camera position. */
export function sameAspectRatio(a: Size, b: Size): boolean {
  return Math.abs((a.width * b.height) / (a.height * b.width) - 1) < SAME_SHAPE
}

/** Maximum movement of a region's corners, in ratios. */
export function cornerMovement(h: Homography, region: Rectangle): number {
  return Math.max(
    ...cornersOf(region).map((corner) => {
      const { x, y } = project(h, corner.x, corner.y)
      return Math.max(Math.abs(x - corner.x), Math.abs(y - corner.y))
    }),
  )
}

/** Yields mappings with many inliers: a scale's ticks support wrong ones too. */
function* byFeatures(still: Prepared, taken: Prepared, region: Region, views: number): Generator<Homography> {
  const [first, second] = [still.pyramid[0] as GreyPicture, taken.pyramid[0] as GreyPicture]
  const positions = cornersOf(scaled(region.read, first))
  const b = taken.features(0)
  for (let view = 0; view < views; view++) {
    const a = still.features(view)
    let matches = matchFeatures(a, b)
    for (let round = 0; round < (view === 0 ? ATTEMPTS : 1); round++) {
      const found = findConsensus(a, b, matches, TOLERANCE, positions)
      if (!found || found.positions < MIN) break
      yield inRatios(found.homography, first, second)
      const used = new Set(found.inliers)
      matches = matches.filter((_, index) => !used.has(index))
    }
  }
}

function refineCoarseToFine(
  still: Pyramid,
  taken: Pyramid,
  start: Homography,
  region: Region,
  zones: readonly Uint8Array[],
  levels: readonly number[],
): Homography {
  const positions = cornersOf(scaled(region.read, still[0] as GreyPicture))
  let h = start
  for (const level of levels) {
    const { size, a, b } = normalisedPair(still, taken, h, level, region.around)
    const shift = align(a, b, scaled(region.around, size), zones[level] as Uint8Array)
    const next = shift && compose(h, inRatios(shift, size, size))
    if (next && plausible(inPixels(next, still[0] as GreyPicture, taken[0] as GreyPicture), positions))
      h = next
  }
  return h
}

function judged(
  still: Pyramid,
  taken: Pyramid,
  h: Homography,
  { around, face }: Region,
  zonesByLevel: readonly Uint8Array[],
): Candidate {
  const level = still.findIndex(({ width, height }) => Math.max(width, height) <= JUDGED)
  const { size, a, b } = normalisedPair(still, taken, h, level, around)
  const zones = zonesByLevel[level] as Uint8Array
  const near = scaled(around, size)
  return {
    h,
    near: face ? compare(a, b, near, markNeedles(zones, a, b, face), true) : compare(a, b, near, zones),
    whole: compare(a, b, { x1: 0, y1: 0, x2: size.width, y2: size.height }, zones),
    isFace: face !== null,
  }
}

/** Reliefs of the reference and of the warped photograph. */
function normalisedPair(
  still: Pyramid,
  taken: Pyramid,
  h: Homography,
  level: number,
  around: Rectangle,
): { size: Size; a: NormalisedPicture; b: NormalisedPicture } {
  const size = still[level] as GreyPicture
  const moved = warp(taken, inPixels(h, size, taken[0] as GreyPicture), size.width, size.height)
  markDazzled(size, moved)
  const reach = Math.max(4, Math.round(Math.max(size.width, size.height) / 25))
  const near = scaled(around, size)
  const share = contrast(moved, near) / Math.max(1, contrast(size, near))
  const floor = Math.max(1, FLOOR * Math.min(1.5, share), 2 * noiseOf(moved))
  return {
    size,
    a: normaliseContrast(size, null, reach, FLOOR),
    b: normaliseContrast(moved, moved.seen, reach, floor),
  }
}

/** Marks light in the glass: the photograph is white where the reference is not. */
function markDazzled(reference: GreyPicture, { data, seen }: NormalisedPicture): void {
  for (let at = 0; at < data.length; at++) {
    const isLight = (data[at] as number) >= WHITE && (reference.data[at] as number) < NOT_WHITE
    if (isLight && seen[at] === SEEN) seen[at] = DAZZLED
  }
}

function scaled({ x1, y1, x2, y2 }: Rectangle, { width, height }: Size): Rectangle {
  return { x1: x1 * width, y1: y1 * height, x2: x2 * width, y2: y2 * height }
}

function cornersOf({ x1, y1, x2, y2 }: Rectangle) {
  return [
    { x: x1, y: y1 },
    { x: x2, y: y1 },
    { x: x2, y: y2 },
    { x: x1, y: y2 },
  ]
}

function contrast({ width, data }: GreyPicture, { x1, y1, x2, y2 }: Rectangle): number {
  let [count, sum, squares] = [0, 0, 0]
  for (let y = Math.ceil(y1); y < Math.floor(y2); y++) {
    for (let x = Math.ceil(x1); x < Math.floor(x2); x++) {
      const value = data[y * width + x] as number
      count++
      sum += value
      squares += value * value
    }
  }
  return count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - (sum / count) * (sum / count)))
}

/** Noise in grey levels: differences between neighbouring pixels in flat parts. */
function noiseOf({ width, height, data }: GreyPicture): number {
  const counts = new Int32Array(256)
  let total = 0
  for (let y = 1; y < height - 1; y += 2) {
    for (let x = 1; x < width - 1; x += 2) {
      const at = y * width + x
      const around =
        (data[at - 1] as number) +
        (data[at + 1] as number) +
        (data[at - width] as number) +
        (data[at + width] as number)
      const bin = Math.min(255, Math.floor(8 * Math.abs((data[at] as number) - around / 4)))
      counts[bin] = (counts[bin] as number) + 1
      total++
    }
  }
  let bin = 0
  for (let sum = 0; bin < 256; bin++) {
    sum += counts[bin] as number
    if (4 * sum >= total) break
  }
  // A quarter of normal deviates lie within 0.32 standard deviations; the mean of four neighbours adds a
  // quarter.
  return (bin + 0.5) / 8 / (0.32 * Math.sqrt(1.25))
}
