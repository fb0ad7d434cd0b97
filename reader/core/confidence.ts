import type { Quality } from './quality.ts'

/** A drum's digit may be between two; a display's is whole. */
export type DigitKind = 'drum' | 'display'

/** What a digit's confidence rests on besides its probability. */
export interface Evidence {
  quality: Quality
  /** A drum that shows parts of two digits, and no neighbour to say so. */
  between: boolean
  /** Probability of the digit that this one is mistaken for on unseen meters; 0 where none is. */
  lookAlike: number
  /** A display's digit of which lit and unlit segments may not be told apart: bright on dark, or dark on bright. */
  uneven: 'luminous' | 'dark' | null
}

/**
 * Calibration of the digit network: pairs (probability, confidence), linear in between, rounded. From its
 * accuracy on unseen meters (`reader/training/digits/calibrate.ts`). Of 7,044 drums 67 % were right at 0.6 to
 * 0.75, 85 % at 0.8 to 0.85, 99.0 % at 0.9 to 0.95 and 99.9 % above. Between digits 276 drums were at 0.86 to
 * 0.93 and 3.3 % of them wrong, at rest 154 and none. Of 564 display digits all were right at any probability,
 * too few to rely on.
 */
const WORTH: Readonly<
  Record<DigitKind | 'between', readonly (readonly [probability: number, confidence: number])[]>
> = {
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
  between: [
    [0, 0],
    [0.5, 0.4],
    [0.6, 0.62],
    [0.7, 0.71],
    [0.8, 0.82],
    [0.86, 0.86],
    [0.91, 0.9],
    [0.93, 0.965],
    [0.96, 0.99],
    [1, 1],
  ],
  display: [
    [0, 0],
    [0.5, 0.45],
    [0.6, 0.62],
    [0.7, 0.72],
    [0.8, 0.82],
    [0.9, 0.92],
    [0.95, 0.98],
    [0.97, 0.995],
    [1, 1],
  ],
}

/** Below these a digit may be misread with a high probability; few labelled photographs are. */
const SOFT = 0.46
const FAINT = 8
/** From here on a look-alike makes a digit doubtful: the networks give 0.0015 to a digit that is not there. */
const LOOK_ALIKE = 0.01
/** Maximum confidence of a blurred or faint digit, or one with a look-alike or a reflection. */
const DOUBTED = 0.85
/** Of a luminous digit whose unlit segments may look lit: no value. */
const OVEREXPOSED = 0.5

/** Of digits with a confidence of 0.9 and more, at most 0.2 % are wrong on unseen meters. */
export function calibrated(
  kind: DigitKind,
  probability: number,
  { quality: { sharpness, contrast }, between, lookAlike, uneven }: Evidence,
): number {
  const confidence = between ? interpolated(WORTH.between, probability) : worthOf(kind, probability)
  if (uneven === 'luminous') return Math.min(OVEREXPOSED, confidence)
  const doubted = sharpness < SOFT || contrast < FAINT || lookAlike >= LOOK_ALIKE || uneven === 'dark'
  return doubted ? Math.min(DOUBTED, confidence) : confidence
}

/** Confidence in a digit of a good picture. */
export function worthOf(kind: DigitKind, probability: number): number {
  return interpolated(WORTH[kind], probability)
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
