import { measureQuality, type Quality, sharpnessAboveNoise } from './quality.ts'
import { type GreyPicture, greyPicture } from './register/grey.ts'
import { type Prepared, prepare } from './register/prepare.ts'
import { type Recognition, recognise } from './register/recognise.ts'
import { limitSize } from './resample.ts'
import type { Picture, ReaderSettings } from './types.ts'

/** What would spoil the photograph that is about to be taken. */
export type Hint = 'dark' | 'low contrast' | 'blur' | 'glare' | 'other meter' | 'tilt'

/** Long side of the frames to grab, in pixels, so that a meter across a narrow view is still large enough. */
export const FRAME_SIZE = 480
/** Long side at which frame and reference are judged as pictures. */
const JUDGING_SIZE = 320
/** Long sides of the meter for recognising it: at first, and before it is called another one. */
const FIRST_SIZE = 160
const CHECKING_SIZE = 256
/** Mean luma below which it is too dark. */
const DARK = 40
/** Least contrast in grey levels, and as a fraction of the reference's: below it, noise and shadows exceed the print. */
const FLAT = 9
const FADED = 0.3
/** Least sharpness as a fraction of the reference's, and without a reference. */
const SOFT = 0.35
const SOFT_ALONE = 0.12
/**
 * Least sharpness above the noise for recognising the meter: a picture below `SOFT` may also be of another meter, with
 * softer edges.
 */
const COMPARABLE = 0.2
/** Fraction of the print that light hides: about two cells of a face. Without light in the glass it is none. */
const GLARING = 0.04
/** Below this it may be another meter; after so many attempts at a clear picture, all but the first at `CHECKING_SIZE`. */
const PLACED = 0.6
const MISSES = 3
/** Least foreshortening, greatest rotation in degrees. */
const UPRIGHT = 0.7
const ASKEW = 25

export interface HintWatch {
  /** The frame's fault; null: none. */
  look(frame: Picture): Hint | null
}

/**
 * Looks at frames of a live view. So that none takes long, one frame in three is judged as a picture, the next is
 * prepared for recognising the meter, which is done behind the third.
 *
 * @param reference at least `CHECKING_SIZE` large
 */
export function createHintWatch(settings: ReaderSettings, reference: Picture | null): HintWatch {
  const known = reference && referenceOf(reference)
  const size = () => (misses === 0 ? FIRST_SIZE : CHECKING_SIZE)
  let step: 'judge' | 'prepare' | 'recognise' = 'judge'
  let fault: Hint | null = null
  let taken: Prepared | null = null
  let misses = 0
  let found: Recognition | null = null

  function judge(frame: Picture): void {
    const grey = greyPicture(frame, JUDGING_SIZE)
    const raster = { ...grey, channels: 1 }
    const seen = measureQuality(raster)
    fault = faultOf(grey, seen, known?.quality ?? null)
    if (known !== null && fault !== 'dark' && fault !== 'low contrast') {
      if (sharpnessAboveNoise(raster, seen) >= COMPARABLE) {
        step = 'prepare'
        return
      }
      fault = 'blur'
    }
    misses = 0
    found = null
  }

  function look(frame: Picture): void {
    if (step === 'judge') judge(frame)
    else if (step === 'prepare') {
      taken = known && prepare(atMeterSize(frame, known.picture, size()))
      taken?.features(0)
      step = 'recognise'
    } else {
      found = known && taken && recognise(known.still(size()), taken, settings)
      misses = found && found.registration < PLACED && !isDazzled(found) ? misses + 1 : 0
      step = 'judge'
    }
  }

  return {
    look(frame) {
      look(frame)
      if (misses >= MISSES) return 'other meter'
      // Light removes edges, so it is told before the blur.
      if (found && isDazzled(found)) return 'glare'
      if (fault || !found || found.registration < PLACED) return fault
      return found.upright < UPRIGHT || Math.abs(found.rotation) > ASKEW ? 'tilt' : null
    },
  }
}

function referenceOf(picture: Picture) {
  const prepared = new Map<number, Prepared>()
  const still = (size: number) => {
    const known = prepared.get(size) ?? prepare(limitSize(picture, size))
    prepared.set(size, known)
    return known
  }
  return { picture, still, quality: measureQuality({ ...greyPicture(picture, JUDGING_SIZE), channels: 1 }) }
}

/**
 * Reduces a frame so that a meter in the framing guide is as large as in a reference of that size. Frames have any
 * shape: reduced to the reference's long side, an upright frame would show a meter of a landscape picture at half the
 * size, which is too small to recognise it.
 */
function atMeterSize(frame: Picture, reference: Picture, size: number): Picture {
  const guide = Math.min(frame.width / reference.width, frame.height / reference.height)
  const scale = size / (guide * Math.max(reference.width, reference.height))
  return limitSize(frame, Math.round(scale * Math.max(frame.width, frame.height)))
}

/** Another meter has a registration of 0, while strong light leaves some of the meter's own. */
function isDazzled({ registration, dazzled }: Recognition): boolean {
  return registration > 0 && dazzled > GLARING
}

function faultOf({ data }: GreyPicture, seen: Quality, reference: Quality | null): Hint | null {
  let sum = 0
  for (const luma of data) sum += luma
  if (sum < DARK * data.length) return 'dark'
  if (seen.contrast < Math.max(FLAT, FADED * (reference?.contrast ?? 0))) return 'low contrast'
  return seen.sharpness < (reference ? SOFT * reference.sharpness : SOFT_ALONE) ? 'blur' : null
}
