import { calibrated } from './confidence.ts'
import type { Network } from './network.ts'
import { measure, type Quality } from './quality.ts'
import { relief } from './relief.ts'
import { type Raster, resample } from './resample.ts'

/** A drum rolls, so its digit may stand between two; a display switches. */
export type DigitKind = 'drum' | 'display'

/** What the network tells apart. */
export type Shown = 'digit' | 'blank' | 'minus' | 'nothing'

/** One explanation of what a box shows. */
export interface Opinion {
  shown: Shown
  /** 0 ≤ position < 10 for a digit, whole for displays; null for anything else. */
  position: number | null
  /** The network's probability of it, 0..1. */
  weight: number
}

export interface Digit {
  /** Explanations, the likeliest first; their weights add up to 1 at most. There is at least one. */
  opinions: readonly [Opinion, ...Opinion[]]
  /** How sure the first one is, 0..1, as calibrated on meters that the network had not seen. */
  confidence: number
  quality: Quality
  /** Contrast of what is drawn, uneven light left out, in grey levels. */
  relief: number
}

/** A window of the cut-out: its size and the shift of its centre as shares of the cut-out's. */
interface View {
  width: number
  height: number
  x: number
  y: number
}

const CLASSES = 10
/** The network's further classes; the tenth is the first of them. */
const OTHERS: readonly Shown[] = ['blank', 'minus', 'nothing']
/** With less than this in one look, further views are asked. */
const SURE = 0.97
/** Explanations less likely than this are not worth keeping. */
const NEGLIGIBLE = 0.02
/** Grey levels added to the spread of an input, as in training: noise is not blown up, a pale ghost stays pale. */
const FLOOR = 8

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
  // Closer ones above all: lines printed round the digits drop out of sight.
  display: [
    { width: 0.92, height: 0.92, x: 0, y: 0 },
    { width: 0.84, height: 0.84, x: 0, y: 0 },
    { width: 1, height: 0.8, x: 0, y: 0 },
    { width: 0.84, height: 0.76, x: 0, y: 0 },
  ],
}

/**
 * Reads the digit in a grey cut-out that holds one digit. When one look leaves doubt, further views (a little
 * narrower, shifted, closer) are averaged, the surer ones counting more.
 */
export function readDigit(network: Network, cut: Raster, kind: DigitKind): Digit {
  const first = look(network, cut, WHOLE)
  const known = { quality: measure(first.input), relief: relief(first.input) }
  const alone = explain(first.probabilities, kind)
  if (alone[0].weight >= SURE)
    return { opinions: alone, confidence: confidenceOf(alone, kind, known.quality), ...known }
  const sums = new Float64Array(first.probabilities.length)
  let total = 0
  const add = (probabilities: Float32Array, { weight }: Opinion) => {
    const share = weight * weight * weight * weight
    total += share
    probabilities.forEach((probability, index) => {
      sums[index] = (sums[index] ?? 0) + share * probability
    })
  }
  add(first.probabilities, alone[0])
  for (const view of FURTHER_VIEWS[kind]) {
    const { probabilities } = look(network, cut, view)
    add(probabilities, explain(probabilities, kind)[0])
  }
  const opinions = explain(
    sums.map((sum) => sum / total),
    kind,
  )
  return { opinions, confidence: confidenceOf(opinions, kind, known.quality), ...known }
}

/** One look at a cut-out, without further views: enough to tell whether it holds a digit at all. */
export function glance(network: Network, cut: Raster, kind: DigitKind): Digit['opinions'] {
  return explain(look(network, cut, WHOLE).probabilities, kind)
}

function confidenceOf([first]: Digit['opinions'], kind: DigitKind, quality: Quality): number {
  return first.shown === 'nothing' ? 0 : calibrated(kind, first.weight, quality)
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

/** Mean 0 and spread 1, but for the floor, as the network was trained. */
function normalize(grey: Float32Array): Float32Array {
  let mean = 0
  for (const value of grey) mean += value
  mean /= grey.length
  let squares = 0
  for (const value of grey) squares += (value - mean) * (value - mean)
  const spread = Math.sqrt(squares / (grey.length - 1)) + FLOOR
  return grey.map((value) => (value - mean) / spread)
}

/**
 * Turns class probabilities (0..9, blank, minus, nothing) into explanations. On a drum two neighbouring digits and
 * their shares are one position between them, and such pairs are taken off one after the other; on a display each
 * digit stands for itself.
 */
export function explain(probabilities: ArrayLike<number>, kind: DigitKind): Digit['opinions'] {
  const digits = Array.from({ length: CLASSES }, (_, digit) => probabilities[digit] ?? 0)
  const opinions = OTHERS.map(
    (shown, index): Opinion => ({ shown, position: null, weight: probabilities[CLASSES + index] ?? 0 }),
  )
  for (let count = 0; count < CLASSES; count++) {
    let best = 0
    let weight = -1
    for (let digit = 0; digit < CLASSES; digit++) {
      const sum = (digits[digit] ?? 0) + (kind === 'drum' ? (digits[(digit + 1) % CLASSES] ?? 0) : 0)
      if (sum > weight) {
        best = digit
        weight = sum
      }
    }
    if (weight < NEGLIGIBLE && count > 0) break
    const next = (best + 1) % CLASSES
    const share = kind === 'drum' ? (digits[next] ?? 0) / Math.max(weight, 1e-9) : 0
    opinions.push({ shown: 'digit', position: (best + share) % CLASSES, weight: Math.min(1, weight) })
    digits[best] = 0
    if (kind === 'drum') digits[next] = 0
  }
  const [first, ...others] = opinions
    .filter(({ shown, weight }) => shown === 'digit' || weight >= NEGLIGIBLE)
    .sort((a, b) => b.weight - a.weight)
  return first ? [first, ...others] : [{ shown: 'nothing', position: null, weight: 1 }]
}
