import { calibrated, type DigitKind } from './confidence.ts'
import type { Network } from './network.ts'
import { measure, type Quality } from './quality.ts'
import { relief } from './relief.ts'
import { type Raster, resample } from './resample.ts'

export type { DigitKind } from './confidence.ts'

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

/** What the network says of one view. */
interface ViewResult {
  input: Raster
  probabilities: Float32Array
  opinions: Digit['opinions']
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

/** In the order in which they are asked: a row full of doubt does not get to the later ones. */
const FURTHER_VIEWS: Readonly<Record<DigitKind, readonly View[]>> = {
  drum: [
    { width: 1, height: 1, x: 0.04, y: 0 },
    { width: 1, height: 1, x: -0.04, y: 0 },
    { width: 1, height: 0.94, x: 0, y: 0 },
    { width: 1, height: 1.06, x: 0, y: 0 },
  ],
  // Closer ones, the closest first: lines printed round the digits drop out of sight.
  display: [
    { width: 0.84, height: 0.76, x: 0, y: 0 },
    { width: 0.84, height: 0.84, x: 0, y: 0 },
    { width: 1, height: 0.8, x: 0, y: 0 },
    { width: 0.92, height: 0.92, x: 0, y: 0 },
  ],
}
/** Further looks that the doubtful digits of a row may take together: each costs a phone several milliseconds. */
const FURTHER_LOOKS = 12

/**
 * Reads the digits in grey cut-outs that hold one digit each. Where one look leaves doubt, further views (shifted,
 * lower, taller, closer) are averaged, the surer ones counting more; the more digits are doubtful, the fewer of them
 * each gets. With `boost` every digit is looked at in all of them; a sure one stays as it is unless they show another.
 */
export function readDigits(
  network: Network,
  cuts: readonly Raster[],
  kind: DigitKind,
  boost = false,
): Digit[] {
  const looks = cuts.map((cut) => ({ cut, first: readView(network, cut, WHOLE, kind) }))
  const isSure = ({ opinions }: ViewResult) => opinions[0].weight >= SURE
  const doubtful = looks.filter(({ first }) => !isSure(first)).length
  const most = boost ? Number.POSITIVE_INFINITY : Math.floor(FURTHER_LOOKS / Math.max(1, doubtful))
  const views = FURTHER_VIEWS[kind].slice(0, most)
  return looks.map(({ cut, first }) => {
    const quality = measure(first.input)
    const further = () => together([first, ...views.map((view) => readView(network, cut, view, kind))], kind)
    const opinions = isSure(first) ? (boost && contradicted(first, further())) || first.opinions : further()
    const confidence = confidenceOf(opinions, kind, quality)
    return { opinions, confidence, quality, relief: relief(first.input) }
  })
}

/** Reads the digit in a grey cut-out as `readDigits` does. */
export function readDigit(network: Network, cut: Raster, kind: DigitKind): Digit {
  const [digit] = readDigits(network, [cut], kind)
  if (!digit) throw new Error('a cut-out without a digit')
  return digit
}

/** What all looks say together where it is another figure than the first look's; null where it is the same. */
function contradicted({ opinions: [first] }: ViewResult, all: Digit['opinions']): Digit['opinions'] | null {
  const apart = Math.abs((first.position ?? 0) - (all[0].position ?? 0))
  const same = first.shown === all[0].shown && Math.min(apart, CLASSES - apart) < 1 / 2
  return same ? null : all
}

/** What several looks say together, the surer ones counting more. */
function together(looks: readonly ViewResult[], kind: DigitKind): Digit['opinions'] {
  const sums = new Float64Array(CLASSES + OTHERS.length)
  let total = 0
  for (const { probabilities, opinions } of looks) {
    const { weight } = opinions[0]
    const share = weight * weight * weight * weight
    total += share
    probabilities.forEach((probability, index) => {
      sums[index] = (sums[index] ?? 0) + share * probability
    })
  }
  return explain(
    sums.map((sum) => sum / total),
    kind,
  )
}

/** One look at a cut-out, without further views: enough to tell whether it holds a digit at all. */
export function readWholeView(network: Network, cut: Raster, kind: DigitKind): Digit['opinions'] {
  return readView(network, cut, WHOLE, kind).opinions
}

function confidenceOf([first]: Digit['opinions'], kind: DigitKind, quality: Quality): number {
  return first.shown === 'nothing' ? 0 : calibrated(kind, first.weight, quality)
}

function readView(network: Network, cut: Raster, view: View, kind: DigitKind): ViewResult {
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
  const probabilities = network.run(normalize(input.data))
  return { input, probabilities, opinions: explain(probabilities, kind) }
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
