import type { Quality } from './quality.ts'

/** A drum rolls, so its digit may stand between two; a display switches. */
export type DigitKind = 'drum' | 'display'

/**
 * What a probability of the digit network is worth: pairs of probability and confidence, in between linear. From the
 * shares of right readings of meters that the network had not seen, which `reader/training/digits/calibrate.ts` prints;
 * rounded. Of 7,044 drums read, 67 % were right at 0.6 to 0.75, 85 % at 0.8 to 0.85, 99.0 % at 0.9 to 0.95 and
 * 99.9 % above; of 564 figures of displays all were right at any probability, which shows less than it seems.
 */
const WORTH: Readonly<Record<DigitKind, readonly (readonly [probability: number, confidence: number])[]>> = {
  drum: [
    [0, 0],
    [0.5, 0.4],
    [0.6, 0.62],
    [0.7, 0.71],
    [0.8, 0.82],
    [0.86, 0.9],
    [0.9, 0.965],
    [0.93, 0.99],
    [0.96, 0.999],
    [1, 1],
  ],
  display: [
    [0, 0],
    [0.5, 0.45],
    [0.6, 0.65],
    [0.7, 0.8],
    [0.8, 0.9],
    [0.9, 0.97],
    [0.95, 0.99],
    [0.97, 0.998],
    [1, 1],
  ],
}

/** Below these a digit is misread with a high probability now and then; hardly any labelled photograph is. */
const SOFT = 0.46
const FAINT = 8
/** The most that a soft or faint digit is sure of. */
const DOUBTED = 0.85

/**
 * How sure a reading of one figure is, 0..1: of those with 0.9 and more, at most 0.5 % are wrong on unseen meters.
 *
 * @param probability what the network says, 0..1
 */
export function calibrated(kind: DigitKind, probability: number, { sharpness, contrast }: Quality): number {
  const confidence = interpolated(WORTH[kind], probability)
  return sharpness < SOFT || contrast < FAINT ? Math.min(DOUBTED, confidence) : confidence
}

function interpolated(pairs: readonly (readonly [number, number])[], at: number): number {
  let [x1, y1] = [0, 0]
  for (const [x2, y2] of pairs) {
    if (at <= x2) return x2 > x1 ? y1 + ((y2 - y1) * (at - x1)) / (x2 - x1) : y2
    x1 = x2
    y1 = y2
  }
  return y1
}
