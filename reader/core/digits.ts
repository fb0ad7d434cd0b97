import { calibrated, type DigitKind, type Evidence } from './confidence.ts'
import { detrendedContrast } from './detrended-contrast.ts'
import type { Network } from './network.ts'
import { measureQuality } from './quality.ts'
import { type Raster, resample } from './resample.ts'

export type { DigitKind } from './confidence.ts'

/** Classes of the network. */
export type DigitClass = 'digit' | 'blank' | 'minus' | 'nothing'

/** One hypothesis of what a box shows. */
export interface DigitHypothesis {
  shown: DigitClass
  /** 0 ≤ position < 10 for a digit, whole for displays; null for other classes. */
  position: number | null
  /** The network's probability, 0..1. */
  weight: number
}

export interface Digit extends Evidence {
  /** Likeliest first, at least one; weights add up to at most 1. */
  hypotheses: readonly [DigitHypothesis, ...DigitHypothesis[]]
  /** Of the first one, 0..1, calibrated on meters that the network had not seen. */
  confidence: number
  /** Contrast in grey levels, without uneven light. */
  relief: number
}

/** Size and shift of the centre, as fractions of the cut-out's. */
interface View {
  width: number
  height: number
  x: number
  y: number
}

interface Classified {
  probabilities: Float32Array | Float64Array
  hypotheses: Digit['hypotheses']
}

interface ViewResult extends Classified {
  input: Raster
}

const CLASSES = 10
/** After the ten digits. */
const OTHERS: readonly DigitClass[] = ['blank', 'minus', 'nothing']
/** Below this in the first view, more are evaluated. */
const SURE = 0.97
/** Minimum weight of a hypothesis. */
const NEGLIGIBLE = 0.02
/** A drum with less than this of either digit is at rest. */
const AT_REST = 0.2
/** A 3 with a flat top is taken for a 5; of 5s taken for a 3 none was seen. */
const MISTAKEN = { shown: 3, seen: 5 }
/** Added to the standard deviation of an input, in grey levels, as in training: noise is not amplified. */
const FLOOR = 8

const WHOLE: View = { width: 1, height: 1, x: 0, y: 0 }

/** In order; a row with many doubtful digits does not get to the later ones. */
const FURTHER_VIEWS: Readonly<Record<DigitKind, readonly View[]>> = {
  drum: [
    { width: 1, height: 1, x: 0.04, y: 0 },
    { width: 1, height: 1, x: -0.04, y: 0 },
    { width: 1, height: 0.94, x: 0, y: 0 },
    { width: 1, height: 1.06, x: 0, y: 0 },
  ],
  // Crops, the closest first: lines printed around the digits fall outside.
  display: [
    { width: 0.84, height: 0.76, x: 0, y: 0 },
    { width: 0.84, height: 0.84, x: 0, y: 0 },
    { width: 1, height: 0.8, x: 0, y: 0 },
    { width: 0.92, height: 0.92, x: 0, y: 0 },
  ],
}
/** Extra views a row: each takes several milliseconds on a phone. */
const EXTRA_VIEWS = 12

/**
 * Reads grey cut-outs of one digit each. Where the first view leaves doubt, more views (shifted, lower,
 * taller, closer) are averaged, weighted by confidence; the more digits are doubtful, the fewer each gets.
 * With `boost` every digit gets all views; a confident one changes only if they show another.
 */
export function readDigits(
  network: Network,
  cuts: readonly Raster[],
  kind: DigitKind,
  boost = false,
): Digit[] {
  const looks = cuts.map((cut) => ({ cut, first: readView(network, cut, WHOLE, kind) }))
  const isSure = ({ hypotheses }: ViewResult) => hypotheses[0].weight >= SURE
  const doubtful = looks.filter(({ first }) => !isSure(first)).length
  const max = boost ? Number.POSITIVE_INFINITY : Math.floor(EXTRA_VIEWS / Math.max(1, doubtful))
  const views = FURTHER_VIEWS[kind].slice(0, max)
  return looks.map(({ cut, first }) => {
    const quality = measureQuality(first.input)
    const further = () => averaged([first, ...views.map((view) => readView(network, cut, view, kind))], kind)
    const seen = isSure(first) ? (boost && contradicted(first, further())) || first : further()
    const evidence = { quality, ...doubtOf(seen, kind) }
    const confidence = confidenceOf(seen.hypotheses, kind, evidence)
    return { ...evidence, hypotheses: seen.hypotheses, confidence, relief: detrendedContrast(first.input) }
  })
}

export function readDigit(network: Network, cut: Raster, kind: DigitKind): Digit {
  const [digit] = readDigits(network, [cut], kind)
  if (!digit) throw new Error('a cut-out without a digit')
  return digit
}

/** All views combined when they show another digit than the first one; else null. */
function contradicted({ hypotheses: [first] }: ViewResult, all: Classified): Classified | null {
  const [combined] = all.hypotheses
  const apart = Math.abs((first.position ?? 0) - (combined.position ?? 0))
  const same = first.shown === combined.shown && Math.min(apart, CLASSES - apart) < 1 / 2
  return same ? null : all
}

function averaged(looks: readonly ViewResult[], kind: DigitKind): Classified {
  const sums = new Float64Array(CLASSES + OTHERS.length)
  let total = 0
  for (const { probabilities, hypotheses } of looks) {
    const { weight } = hypotheses[0]
    const share = weight * weight * weight * weight
    total += share
    probabilities.forEach((probability, index) => {
      sums[index] = (sums[index] ?? 0) + share * probability
    })
  }
  const probabilities = sums.map((sum) => sum / total)
  return { probabilities, hypotheses: hypothesesOf(probabilities, kind) }
}

function doubtOf(
  { probabilities, hypotheses: [{ position }] }: Classified,
  kind: DigitKind,
): Pick<Evidence, 'between' | 'lookAlike'> {
  if (kind !== 'drum' || position === null) return { between: false, lookAlike: 0 }
  const nearest = Math.round(position)
  const between = Math.abs(position - nearest) >= AT_REST
  const mistaken = !between && nearest === MISTAKEN.seen
  return { between, lookAlike: mistaken ? (probabilities[MISTAKEN.shown] ?? 0) : 0 }
}

/** Enough to tell whether it is a digit. */
export function readSingleView(network: Network, cut: Raster, kind: DigitKind): Digit['hypotheses'] {
  return readView(network, cut, WHOLE, kind).hypotheses
}

function confidenceOf([first]: Digit['hypotheses'], kind: DigitKind, evidence: Evidence): number {
  return first.shown === 'nothing' ? 0 : calibrated(kind, first.weight, evidence)
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
  return { input, probabilities, hypotheses: hypothesesOf(probabilities, kind) }
}

/** Mean 0, standard deviation 1 but for the floor, as in training. */
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
 * Turns class probabilities (0..9, blank, minus, nothing) into hypotheses. On a drum two neighbouring digits
 * are one position between them; such pairs are extracted one by one.
 */
export function hypothesesOf(probabilities: ArrayLike<number>, kind: DigitKind): Digit['hypotheses'] {
  const digits = Array.from({ length: CLASSES }, (_, digit) => probabilities[digit] ?? 0)
  const hypotheses = OTHERS.map(
    (shown, index): DigitHypothesis => ({
      shown,
      position: null,
      weight: probabilities[CLASSES + index] ?? 0,
    }),
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
    hypotheses.push({ shown: 'digit', position: (best + share) % CLASSES, weight: Math.min(1, weight) })
    digits[best] = 0
    if (kind === 'drum') digits[next] = 0
  }
  const [first, ...others] = hypotheses
    .filter(({ shown, weight }) => shown === 'digit' || weight >= NEGLIGIBLE)
    .sort((a, b) => b.weight - a.weight)
  return first ? [first, ...others] : [{ shown: 'nothing', position: null, weight: 1 }]
}
