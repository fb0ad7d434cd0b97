import { measureQuality, type Quality } from './quality.ts'
import { type GreyPicture, greyPicture } from './register/grey.ts'
import { type Prepared, prepare } from './register/prepare.ts'
import { type Recognition, recognise } from './register/recognise.ts'
import { limitSize } from './resample.ts'
import type { Picture, ReaderSettings } from './types.ts'

/** What would spoil the photograph that is about to be taken. */
export type Hint = 'dark' | 'blur' | 'glare' | 'other meter' | 'tilt'

/** Long side of the frames to look at, in pixels. */
export const HINT_SIZE = 320
/** Long side for recognising the meter. */
const RECOGNISING_SIZE = 128
/** Mean luma below which it is too dark. */
const DARK = 40
/** Least sharpness as a fraction of the reference's, and without a reference. */
const SOFT = 0.35
const SOFT_ALONE = 0.12
/** Fraction of white pixels more than in the reference. */
const GLARING = 0.1
/** Below this it may be another meter; after so many looks at a clear picture. */
const PLACED = 0.6
const MISSES = 4
/** Least foreshortening, greatest rotation in degrees. */
const UPRIGHT = 0.7
const ASKEW = 25

export interface HintWatch {
  /** The frame's fault; null: none. */
  look(frame: Picture): Hint | null
}

/**
 * Looks at frames of a live view, for about the same time at each: recognising takes two of them.
 *
 * @param reference at most `HINT_SIZE` large
 */
export function createHintWatch(settings: ReaderSettings, reference: Picture | null): HintWatch {
  const known = reference && referenceOf(reference)
  let taken: Prepared | null = null
  let misses = 0
  let found: Recognition | null = null

  function recogniseNext(frame: Picture, still: Prepared): void {
    if (taken === null) {
      taken = prepare(limitSize(frame, RECOGNISING_SIZE))
      taken.features(0)
      return
    }
    found = recognise(still, taken, settings)
    misses = found && found.registration < PLACED ? misses + 1 : 0
    taken = null
  }

  return {
    look(frame) {
      const grey = greyPicture(frame, HINT_SIZE)
      const fault = faultOf(grey, measureQuality({ ...grey, channels: 1 }), known?.quality ?? null)
      if (fault || known === null) {
        taken = null
        misses = 0
        found = null
        return fault
      }
      recogniseNext(frame, known.still)
      if (misses >= MISSES) return 'other meter'
      if (!found || found.registration < PLACED) return null
      return found.upright < UPRIGHT || Math.abs(found.rotation) > ASKEW ? 'tilt' : null
    },
  }
}

function referenceOf(reference: Picture): { still: Prepared; quality: Quality } {
  const still = prepare(limitSize(reference, RECOGNISING_SIZE))
  return { still, quality: measureQuality({ ...greyPicture(reference, HINT_SIZE), channels: 1 }) }
}

function faultOf({ data }: GreyPicture, seen: Quality, reference: Quality | null): Hint | null {
  let sum = 0
  for (const luma of data) sum += luma
  if (sum < DARK * data.length) return 'dark'
  if (seen.saturated > GLARING + (reference?.saturated ?? GLARING)) return 'glare'
  return seen.sharpness < (reference ? SOFT * reference.sharpness : SOFT_ALONE) ? 'blur' : null
}
