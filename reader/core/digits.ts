import { calibrated, type DigitKind, type Evidence } from './confidence.ts'
import { detrendedContrast } from './detrended-contrast.ts'
import {
  AROUND,
  type Cut,
  DISPLAY_VIEWS,
  DRUM_VIEWS,
  INNER,
  lookAt,
  type Side,
  type View,
  WHOLE,
  wholeCut,
} from './digit-views.ts'
import type { Network } from './network.ts'
import { measureQuality, type Quality } from './quality.ts'
import type { Raster } from './resample.ts'
import { measureStrokes, type Strokes, strongest } from './strokes.ts'

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

interface Classified {
  probabilities: Float32Array | Float64Array
  hypotheses: Digit['hypotheses']
}

/** A digit's first view. */
interface Look {
  cut: Cut
  quality: Quality
  relief: number
  /** Null for drums. */
  strokes: Strokes | null
  first: Classified
}

/** How a view of a digit is read. */
type Read = (look: Pick<Look, 'cut' | 'strokes'>, view: View) => Classified

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

/** Further views a row: each takes several milliseconds on a phone. */
const FURTHER: Readonly<Record<DigitKind, number>> = { drum: 12, display: 16 }
/** A blank with more of the row's greatest contrast is less even than its ground, and looked at further. */
const EVEN = 0.15
/** Unlit segments of a luminous display glow up to this fraction of the lit ones. */
const GLOW = 0.5
/** The part of a digit's strokes that must show the same digit as all of them. */
const STRONGEST = { luminous: 0.8, dark: 0.5 }
/** Below this a digit is doubtful by itself. */
const LIKELY = 0.85
/** Minimum weight of another digit in the strongest strokes. */
const UNEVEN = 0.7
/** The digit that lights all segments. */
const EIGHT = 8
/** Weight at least of a digit in a view that shows none: it may be a blank. */
const UNSEEN = 0.1
/** A cropped digit of a display shows no digit in some views, which says little of which one it is. */
const NOTHING_SHARE = 0.3

/**
 * Reads one digit a cut. Where the first view leaves doubt, more are averaged, weighted by confidence; the more
 * digits are doubtful, the fewer each gets. With `boost` every digit gets all views; a confident one changes only
 * if they show another.
 */
export function readDigits(network: Network, cuts: readonly Cut[], kind: DigitKind, boost = false): Digit[] {
  return kind === 'drum' ? readDrums(network, cuts, boost) : readDisplayDigits(network, cuts, boost)
}

function readDrums(network: Network, cuts: readonly Cut[], boost: boolean): Digit[] {
  const read: Read = ({ cut }, view) => classified(network, lookAt(cut, view, network).data, 'drum')
  const looks = cuts.map((cut) => firstLook(network, cut, null, read))
  const isSure = ({ first }: Look) => first.hypotheses[0].weight >= SURE
  const doubtful = looks.filter((look) => !isSure(look))
  const views = DRUM_VIEWS.slice(0, boost ? DRUM_VIEWS.length : furtherViews('drum', doubtful))
  return looks.map((look) => {
    const further = () => averaged([look.first, ...views.map((view) => read(look, view))], 'drum')
    const seen = isSure(look) ? (boost && contradicted(look.first, further())) || look.first : further()
    return digitOf(look, seen, 'drum', null)
  })
}

/**
 * One hand drew the boxes of a row, so all its doubtful digits are looked at from further away or all from closer
 * by, as makes them clearer. Of a luminous display the stronger strokes alone are read.
 */
function readDisplayDigits(network: Network, cuts: readonly Cut[], boost: boolean): Digit[] {
  const around = cuts.map((cut) => lookAt(cut, AROUND, network))
  const { luminous, strokes } = measureStrokes(around, AROUND.width)
  const read: Read = ({ cut, strokes: own }, view) => {
    const { data } = lookAt(cut, view, network)
    return classified(network, luminous && own ? strongest(data, own, GLOW) : data, 'display')
  }
  const looks = cuts.map((cut, index) => firstLook(network, cut, strokes[index] ?? null, read))
  const greatest = Math.max(...looks.map(({ relief }) => relief))
  // One lens took the whole row: where one digit is sharp, the others are.
  const { quality: best } = looks.reduce((one, other) => (other.relief > one.relief ? other : one))
  const isSure = ({
    first: {
      hypotheses: [{ shown, weight }],
    },
    relief,
  }: Look) => weight >= SURE && (shown !== 'blank' || relief < EVEN * greatest)
  const doubtful = looks.filter((look) => !isSure(look))
  const further = displayViews(read, looks, doubtful, boost)
  const seen = looks.map((look) => {
    const all = averaged([look.first, ...(further.get(look) ?? [])], 'display')
    return isSure(look) ? (contradicted(look.first, all) ?? look.first) : all
  })
  const allLit = luminous && showsOnlyEights(seen)
  return looks.map((look, index) => {
    const own = seen[index] ?? look.first
    const quality = { ...look.quality, sharpness: Math.max(look.quality.sharpness, best.sharpness) }
    const uneven = allLit || isUneven(network, look, own, luminous)
    return digitOf({ ...look, quality }, own, 'display', uneven ? (luminous ? 'luminous' : 'dark') : null)
  })
}

/** An overexposed row in which all segments look lit; a single 8 is a digit like others. */
function showsOnlyEights(row: readonly Classified[]): boolean {
  const digits = row.filter(({ hypotheses: [{ shown }] }) => shown !== 'blank')
  return digits.length > 1 && digits.every(({ hypotheses: [{ position }] }) => position === EIGHT)
}

/** How many further views each doubtful digit gets. */
function furtherViews(kind: DigitKind, doubtful: readonly Look[]): number {
  return Math.floor(FURTHER[kind] / Math.max(1, doubtful.length))
}

/** Of the doubtful digits, with `boost` of all. */
function displayViews(
  read: Read,
  looks: readonly Look[],
  doubtful: readonly Look[],
  boost: boolean,
): ReadonlyMap<Look, readonly Classified[]> {
  const some = boost ? looks : doubtful
  const firstViews = (side: Side) => some.map((look) => read(look, DISPLAY_VIEWS[side][0]))
  const [wide, close] = [firstViews('wide'), firstViews('close')]
  const side = clarity(wide) >= clarity(close) ? 'wide' : 'close'
  const count = boost ? DISPLAY_VIEWS[side].length : Math.max(1, furtherViews('display', doubtful) - 1)
  const others = DISPLAY_VIEWS[side].slice(1, count)
  const seen = side === 'wide' ? wide : close
  return new Map(
    some.map((look, index) => {
      const first = seen[index]
      return [look, [...(first ? [first] : []), ...others.map((view) => read(look, view))]]
    }),
  )
}

/** How clearly digits are seen: their joint probability. */
function clarity(views: readonly Classified[]): number {
  return views.reduce((product, { hypotheses }) => {
    const weight = hypotheses.find(({ shown }) => shown === 'digit')?.weight ?? 0
    return product * Math.max(UNSEEN, weight)
  }, 1)
}

/**
 * Whether a digit's strongest strokes show another digit than all of them: unlit segments that glow or a reflection
 * may be among these.
 */
function isUneven(network: Network, { cut, strokes }: Look, seen: Classified, luminous: boolean): boolean {
  const [{ shown, position, weight }] = seen.hypotheses
  if (shown !== 'digit' || weight < LIKELY || !strokes) return false
  const { data } = lookAt(cut, DISPLAY_VIEWS.wide[0], network)
  const from = luminous ? STRONGEST.luminous : STRONGEST.dark
  const [strong] = classified(network, strongest(data, strokes, from), 'display').hypotheses
  return strong.shown === 'digit' && strong.position !== position && strong.weight >= UNEVEN
}

function firstLook(network: Network, cut: Cut, strokes: Strokes | null, read: Read): Look {
  const input = lookAt(cut, WHOLE, network)
  const look = {
    cut,
    strokes,
    quality: measureQuality(input),
    relief: detrendedContrast(strokes ? lookAt(cut, INNER, network) : input),
  }
  return { ...look, first: read(look, WHOLE) }
}

function digitOf(
  { quality, relief }: Look,
  seen: Classified,
  kind: DigitKind,
  uneven: Evidence['uneven'],
): Digit {
  const evidence = { quality, uneven, ...doubtOf(seen, kind) }
  const confidence = confidenceOf(seen.hypotheses, kind, evidence)
  return { ...evidence, hypotheses: seen.hypotheses, confidence, relief }
}

export function readDigit(network: Network, grey: Raster, kind: DigitKind): Digit {
  const [digit] = readDigits(network, [wholeCut(grey)], kind)
  if (!digit) throw new Error('a cut-out without a digit')
  return digit
}

/** All views combined when they show another digit than the first one; else null. */
function contradicted({ hypotheses: [first] }: Classified, all: Classified): Classified | null {
  const [combined] = all.hypotheses
  const apart = Math.abs((first.position ?? 0) - (combined.position ?? 0))
  const same = first.shown === combined.shown && Math.min(apart, CLASSES - apart) < 1 / 2
  return same ? null : all
}

function averaged(looks: readonly Classified[], kind: DigitKind): Classified {
  const sums = new Float64Array(CLASSES + OTHERS.length)
  let total = 0
  for (const { probabilities, hypotheses } of looks) {
    const { shown, weight } = hypotheses[0]
    const part = kind === 'display' && shown === 'nothing' ? NOTHING_SHARE : 1
    const share = part * weight * weight * weight * weight
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
export function readSingleView(network: Network, grey: Raster, kind: DigitKind): Digit['hypotheses'] {
  return classified(network, lookAt(wholeCut(grey), WHOLE, network).data, kind).hypotheses
}

function confidenceOf([first]: Digit['hypotheses'], kind: DigitKind, evidence: Evidence): number {
  return first.shown === 'nothing' ? 0 : calibrated(kind, first.weight, evidence)
}

function classified(network: Network, grey: Float32Array, kind: DigitKind): Classified {
  const probabilities = network.run(normalize(grey))
  return { probabilities, hypotheses: hypothesesOf(probabilities, kind) }
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
