import type { Network } from './network.ts'
import { measure, type Quality } from './quality.ts'
import { type Raster, resample } from './resample.ts'

/** A drum rolls, so its digit may stand between two; a display switches. */
export type DigitKind = 'drum' | 'display'

export interface Digit {
  /** 0 ≤ position < 10, whole for displays; null when there is no digit. */
  position: number | null
  /** 0..1. */
  confidence: number
  quality: Quality
}

/** A window of the cut-out: its size and the shift of its centre as shares of the cut-out's. */
interface View {
  width: number
  height: number
  x: number
  y: number
}

const CLASSES = 10
const BLANK = 10
const SURE = 0.95

const WHOLE: View = { width: 1, height: 1, x: 0, y: 0 }

const FURTHER_VIEWS: Readonly<Record<DigitKind, readonly View[]>> = {
  drum: [
    { width: 0.9, height: 1, x: 0, y: 0 },
    { width: 1.1, height: 1, x: 0, y: 0 },
    { width: 1, height: 1, x: 0.04, y: 0 },
    { width: 1, height: 1, x: -0.04, y: 0 },
    { width: 1, height: 0.94, x: 0, y: 0 },
    { width: 1, height: 1.06, x: 0, y: 0 },
  ],
  display: [
    { width: 0.92, height: 0.92, x: 0, y: 0 },
    { width: 0.84, height: 0.84, x: 0, y: 0 },
    { width: 0.9, height: 0.9, x: 0.04, y: 0 },
    { width: 0.9, height: 0.9, x: -0.04, y: 0 },
  ],
}

/**
 * Reads the digit in a grey cut-out that holds one digit. When one look leaves doubt, further views (a little
 * narrower, shifted, zoomed) are averaged.
 */
export function readDigit(network: Network, cut: Raster, kind: DigitKind): Digit {
  const first = look(network, cut, WHOLE)
  const quality = measure(first.input)
  const alone = decode(first.probabilities, kind)
  if (alone.confidence >= SURE) return { ...alone, quality }
  const views = FURTHER_VIEWS[kind]
  const mean = first.probabilities.slice()
  for (const view of views) {
    const { probabilities } = look(network, cut, view)
    probabilities.forEach((probability, index) => {
      mean[index] = (mean[index] ?? 0) + probability
    })
  }
  return {
    ...decode(
      mean.map((sum) => sum / (views.length + 1)),
      kind,
    ),
    quality,
  }
}

function look(network: Network, cut: Raster, view: View): { input: Raster; probabilities: Float32Array } {
  const centreX = cut.width * (0.5 + view.x)
  const centreY = cut.height * (0.5 + view.y)
  const halfWidth = (cut.width * view.width) / 2
  const halfHeight = (cut.height * view.height) / 2
  const window = {
    left: centreX - halfWidth,
    top: centreY - halfHeight,
    right: centreX + halfWidth,
    bottom: centreY + halfHeight,
  }
  const input = resample(cut, window, network.width, network.height)
  return { input, probabilities: network.run(normalize(input.data)) }
}

/** Mean 0 and spread 1, as the network was trained; 4 grey levels are added so that noise is not blown up. */
function normalize(grey: Float32Array): Float32Array {
  let mean = 0
  for (const value of grey) mean += value
  mean /= grey.length
  let squares = 0
  for (const value of grey) squares += (value - mean) ** 2
  const spread = Math.sqrt(squares / (grey.length - 1)) + 4
  return grey.map((value) => (value - mean) / spread)
}

/**
 * Turns class probabilities (0..9 and blank) into a digit. For a drum the two neighbouring classes with the
 * most weight give the position between them; for a display the likeliest class is the answer.
 */
export function decode(
  probabilities: Float32Array,
  kind: DigitKind,
): { position: number | null; confidence: number } {
  const blank = probabilities[BLANK] ?? 0
  let best = 0
  let weight = -1
  for (let digit = 0; digit < CLASSES; digit++) {
    const own = probabilities[digit] ?? 0
    const next = kind === 'drum' ? (probabilities[(digit + 1) % CLASSES] ?? 0) : 0
    if (own + next > weight) {
      best = digit
      weight = own + next
    }
  }
  if (blank > weight) return { position: null, confidence: blank }
  const share = kind === 'drum' ? (probabilities[(best + 1) % CLASSES] ?? 0) / Math.max(weight, 1e-9) : 0
  return { position: (best + share) % CLASSES, confidence: Math.min(1, weight) }
}
