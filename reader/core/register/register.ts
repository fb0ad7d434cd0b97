import { measureQuality } from '../quality.ts'
import { limitConfidence, mapFrame, type PictureResult } from '../result.ts'
import type { Picture, ReaderSettings, Reason, Rectangle } from '../types.ts'
import type { GreyPicture } from './grey.ts'
import { type Homography, inPixels, project, type Size, scaleAt } from './homography.ts'
import { type Prepared, prepare } from './prepare.ts'
import { rectify } from './rectify.ts'
import { regionOf } from './region.ts'
import { type Candidate, cornerMovement, NEARLY_UNMOVED, sameAspectRatio, search } from './search.ts'
import type { Similarity } from './similarity.ts'

export interface Registration {
  /** The photograph in the reference's frame; unchanged if the camera has not moved. */
  picture: Picture
  /** From ratios of `picture` to ratios of the photograph; null: identity. */
  back: Homography | null
  /** Confidence that this is the meter, 0..1; null when the reference shows too little. */
  registration: number | null
  /** Maximum confidence of a reading. */
  maxConfidence: number
}

export interface NotRegistered {
  reason: Reason
  registration: number
}

/** Below this a reading is doubtful; below `PLACED` there is none. */
export const SURE = 0.9
const PLACED = 0.6
/** Fewer cells are weak evidence; maximum confidence when the reference has no more. */
export const FEW = 8
const UNCHECKED = 0.8
/** Fraction of similar cells of a face at `PLACED`, and confidence per further fraction (decision 109). */
const FACE_PLACED = 0.8
const FACE_SLOPE = 3.75
/**
 * Foreshortening below which parallax shifts what is read, and the maximum confidence then. A needle shifts sooner, because it is
 * in front of its scale.
 */
const LEANING = 0.55
const FACE_LEANING = 0.82
const OBLIQUE = 0.85
/** With more than this hidden, something may cover what is read. */
const COVERED = 0.08
/** Pixels of camera movement below which the picture is used as it is. */
const STILL = 0.6
/** Fraction of the read region that must be visible; of the whole picture if the region is unknown. */
const SEEN = 0.93
const HALF = 0.5

/** Cached: many photographs share one reference. */
const prepared = new WeakMap<Picture, Prepared>()

function preparedReference(reference: Picture): Prepared {
  const known = prepared.get(reference) ?? prepare(reference)
  prepared.set(reference, known)
  return known
}

export function register(
  photograph: Picture,
  reference: Picture,
  settings: ReaderSettings,
): Registration | NotRegistered {
  const region = regionOf(settings, reference.width, reference.height)
  const still = preparedReference(reference)
  const taken = prepare(photograph)
  const best = search(still, taken, region, certainty, SURE)
  if (best && best.whole.cells < FEW && sameAspectRatio(reference, photograph)) {
    return { picture: photograph, back: null, registration: null, maxConfidence: UNCHECKED }
  }
  const registration = best ? certainty(best) : 0
  if (!best || registration < PLACED) return { reason: hindrance(still, taken), registration }
  const { h } = best
  if (shareSeen(h, region.read) < (region.known ? SEEN : HALF)) return { reason: 'moved', registration }
  const oblique = upright(h, region.read, reference, photograph) < (region.face ? FACE_LEANING : LEANING)
  const doubtful = oblique || covered(best.near) > COVERED
  const maxConfidence = Math.min(registration < SURE ? registration : 1, doubtful ? OBLIQUE : 1)
  const far = cornerMovement(h, region.around)
  const unmoved = registration < SURE ? NEARLY_UNMOVED : STILL / Math.max(photograph.width, photograph.height)
  if (sameAspectRatio(reference, photograph) && far < unmoved) {
    return { picture: photograph, back: null, registration, maxConfidence }
  }
  return { picture: rectify(photograph, h, reference, region.view), back: h, registration, maxConfidence }
}

/** Maps the frame of a registered reading back to the photograph. */
export function mapResultBack(
  seen: PictureResult,
  { back, registration, maxConfidence }: Registration,
): PictureResult {
  const frame = back ? mapFrame(seen.frame, ({ x, y }) => project(back, x, y)) : seen.frame
  const placed = { ...seen, registration, frame }
  const doubtful = registration === null || registration < SURE || (maxConfidence < 1 && seen.value !== null)
  return doubtful ? limitConfidence(placed, maxConfidence, seen.reasons.find(hinders) ?? 'moved') : placed
}

/** Picture defects, which also hinder recognition. */
function hinders(reason: Reason): boolean {
  return reason === 'glare' || reason === 'blur' || reason === 'low contrast'
}

/**
 * Returns the confidence that the meter is found. It depends on the fraction of similar cells. For a face that is all.
 * Otherwise it also depends on the correlation and, in doubtful cases, on the surroundings, which may change, and an identical
 * meter may be nearby.
 */
export function certainty({ near, whole, isFace }: Candidate): number {
  if (isFace && near.cells >= FEW) return confidence(near, FACE_PLACED, FACE_SLOPE, agreement(near))
  const seen = near.cells < FEW ? whole : near
  const here = Math.min(agreement(seen), seen.correlation + 0.15)
  const doubt = Math.min(1, Math.max(0, (0.92 - here) / 0.1))
  const score = here - 0.3 * doubt * Math.max(0, 0.8 - agreement(whole))
  return confidence(seen, 0.78, 2.5, score)
}

function confidence({ alike }: Similarity, placed: number, slope: number, score: number): number {
  const evidence = Math.min(1, alike / FEW)
  return Math.round(1000 * evidence * Math.min(1, Math.max(0, PLACED + slope * (score - placed)))) / 1000
}

/** Fraction of the expected cells that are covered. */
function covered({ cells, hidden, unseen }: Similarity): number {
  return hidden / Math.max(1, cells - unseen)
}

function agreement({ alike, different }: Similarity): number {
  return alike / Math.max(1, alike + different)
}

/** Fraction of a reference rectangle visible in the photograph. */
function shareSeen(h: Homography, { x1, y1, x2, y2 }: Rectangle): number {
  const steps = 16
  let seen = 0
  for (let i = 0; i < steps * steps; i++) {
    const across = ((i % steps) + 0.5) / steps
    const down = (Math.floor(i / steps) + 0.5) / steps
    const { x, y } = project(h, x1 + across * (x2 - x1), y1 + down * (y2 - y1))
    if (x >= 0 && x <= 1 && y >= 0 && y <= 1) seen++
  }
  return seen / (steps * steps)
}

/** 1 for a meter seen as in the reference, down to 0 for one seen edge-on. */
export function upright(h: Homography, { x1, y1, x2, y2 }: Rectangle, still: Size, taken: Size): number {
  const x = ((x1 + x2) / 2) * still.width
  const y = ((y1 + y2) / 2) * still.height
  const { longest, shortest } = scaleAt(inPixels(h, still, taken), x, y)
  return shortest / longest
}

const DARK = 9
const GLARING = 0.3
const SOFT = 0.35

/** Why the meter was not found: picture defects before camera position. */
function hindrance(still: Prepared, taken: Prepared): Reason {
  const reference = measureQuality({ ...(still.pyramid[0] as GreyPicture), channels: 1 })
  const photograph = measureQuality({ ...(taken.pyramid[0] as GreyPicture), channels: 1 })
  if (photograph.saturated > GLARING && photograph.saturated > 2 * reference.saturated) return 'glare'
  if (photograph.contrast < DARK) return 'low contrast'
  return photograph.sharpness < SOFT * reference.sharpness ? 'blur' : 'moved'
}
