import { calibrated, worthOf } from './confidence.ts'
import { readDials, resolveDials } from './dials.ts'
import { cutAround, wholeCut } from './digit-views.ts'
import { type Digit, type DigitClass, type DigitHypothesis, type DigitKind, readDigits } from './digits.ts'
import { resolveDrums } from './drums.ts'
import type { Network } from './network.ts'
import { type Floors, unreadableReason } from './quality.ts'
import { greyOf } from './resample.ts'
import { type Candidate, conclude, decimalsOf, noValue, type PictureResult } from './result.ts'
import { type CounterDial, dialBox, parseArea, parseCounter } from './settings.ts'
import type { Models, Picture, ReaderSettings, Reason, Rectangle, UprightFrame } from './types.ts'

/** Below these a box is not read. */
const FLOORS: Floors = { contrast: 5, sharpness: 0.36 }
/** A display's figures stand alone on even ground, so fainter ones are read. */
const DISPLAY_FLOORS: Floors = { ...FLOORS, contrast: 2 }
/** Below these light or focus is the reason for a doubt. */
const POOR: Floors = { contrast: 9, sharpness: 0.5 }
const CERTAIN = 0.9
const GLARING = 0.3
/** An unlit place has less than this fraction of the row's greatest contrast. */
const UNLIT = 0.35
/** In grey levels: minimum contrast of a row that is lit whatever it shows. */
const LIT = 22
/** Of a minus sign, relative to a digit's contrast. */
const MINUS = 0.4
/** A place with less than this fraction of the row's greatest contrast is as even as its ground. */
const EVEN = 0.2
/** Confidence in an unlit digit. */
const DARKNESS = 0.98
/** In an unlit digit that is paler than the others, but not as even as its ground. */
const PALE = 0.85
/** In a blank with the contrast of a digit: no value. */
const UNSEEN = 0.5
const MAX_DIGITS = 16
/** Positions are rounded to 1/100 digit. */
const POSITION_STEPS = 100

/** One box a digit, left to right, a counter's dials after them, and the area searched. */
interface DigitRow {
  boxes: Rectangle[]
  dials: CounterDial[]
  area: Rectangle | null
}

export function readCounter(picture: Picture, settings: ReaderSettings, models: Models): PictureResult {
  const row = digitRowOf(settings)
  if (!row) return noValue('unknown')
  const digits = readBoxes(picture, row, 'drum', models.digits, settings)
  const against = firstObjection(digits)
  if (against) return noValue(against, frameOf(row, [], picture))
  const seenDials = readDials(picture, row.dials, models)
  const dials = resolveDials(seenDials)
  const { drums, position } = resolveDrums(
    digits.map(({ hypotheses }) => hypotheses),
    dials.turned,
  )
  const candidates = digits.map((seen, index): Candidate[] => {
    if (seen.hypotheses[0].shown !== 'digit') return []
    // The others' right neighbours, drum or dial, say how far they are.
    const isLast = index === digits.length - 1 && row.dials.length === 0
    const evidence = { ...seen, between: seen.between && isLast }
    return (drums[index] ?? []).map(({ digit, weight }) => ({
      text: String(digit),
      weight: calibrated('drum', weight, evidence),
    }))
  })
  const between = candidates.some(([first], index) => first && drums[index]?.[0]?.misfit)
  candidates.push(...dials.candidates)
  const characters = candidates.map(([first]) => first?.text ?? '?')
  const confidence = rowConfidence(candidates.map(([first]) => first?.weight ?? 0))
  const last = row.dials.length > 0 ? dials.position : position
  const decimals = decimalsOf(settings) ?? 0
  return conclude({
    // A last drum in motion counts as the digit it leaves.
    value: characters.includes('?') ? null : Number(characters.join('')) / powerOfTen(decimals),
    position: last === null ? null : rounded(last),
    candidates,
    decimals,
    ocr: characters.join(''),
    confidence,
    reasons:
      between || dials.misfit
        ? ['between digits']
        : [...doubts(digits, confidence), ...seenDials.flatMap(({ reasons }) => reasons)],
    frame: frameOf(row, characters, picture),
  })
}

export function readDisplay(picture: Picture, settings: ReaderSettings, models: Models): PictureResult {
  const row = digitRowOf(settings)
  if (!row || row.dials.length > 0) return noValue('unknown')
  const digits = withUnlitDigits(readBoxes(picture, row, 'display', models.digits, settings))
  const lit = digits.filter(({ hypotheses }) => hypotheses[0].shown !== 'blank')
  if (lit.length === 0) {
    const ocr = ' '.repeat(digits.length)
    return conclude({
      ocr,
      reasons: [firstObjection(digits) ?? 'unknown'],
      frame: frameOf(row, [...ocr], picture),
    })
  }
  const against = firstObjection(lit, DISPLAY_FLOORS)
  if (against) return noValue(against, frameOf(row, [], picture))
  const candidates = digits.map(({ hypotheses, confidence: certainty, ...evidence }) =>
    hypotheses.flatMap(({ shown, position, weight }, rank): Candidate[] => {
      const text = textOf(shown, position)
      return text === null
        ? []
        : [{ text, weight: rank === 0 ? certainty : calibrated('display', weight, evidence) }]
    }),
  )
  const characters = digits.map(({ hypotheses: [first] }) => textOf(first.shown, first.position) ?? '?')
  const confidence = displayConfidence(digits)
  const ocr = characters.join('')
  const whole = /^ *-? *\d+$/.test(ocr)
  const decimals = decimalsOf(settings) ?? 0
  return conclude({
    value: whole ? Number(ocr.replaceAll(' ', '')) / powerOfTen(decimals) : null,
    candidates,
    decimals,
    ocr,
    confidence: whole ? confidence : 0,
    reasons: doubts(lit, confidence),
    frame: frameOf(row, characters, picture),
  })
}

/** For meters without their own method. */
export function readOther(picture: Picture, settings: ReaderSettings, models: Models): PictureResult {
  return readDisplay(picture, settings, models)
}

/** One box a digit: from the settings, else the area in equal parts. */
function digitRowOf(settings: ReaderSettings): DigitRow | null {
  const parsedArea = settings.area === null ? null : parseArea(settings.area)
  const area = parsedArea?.ok ? parsedArea.value : null
  if (settings.settings !== null) {
    const parsed = parseCounter(settings.settings)
    return parsed.ok && parsed.value.boxes.length <= MAX_DIGITS ? { ...parsed.value, area } : null
  }
  const count = settings.digitNumber
  if (!area || count === null || !Number.isInteger(count) || count < 1 || count > MAX_DIGITS) return null
  const width = (area.x2 - area.x1) / count
  const boxes = Array.from({ length: count }, (_, index) => ({
    ...area,
    x1: area.x1 + index * width,
    x2: area.x1 + (index + 1) * width,
  }))
  return { boxes, dials: [], area }
}

function readBoxes(
  picture: Picture,
  row: DigitRow,
  kind: DigitKind,
  network: Network,
  { boost }: ReaderSettings,
): Digit[] {
  // Beside a drum there are other drums.
  const cuts = row.boxes.map((box) =>
    kind === 'drum' ? wholeCut(greyOf(picture, box)) : cutAround(picture, box),
  )
  return readDigits(network, cuts, kind, boost)
}

/** Blanks are what is paler than the rest of the row, and as sure as they are even. */
function withUnlitDigits(digits: readonly Digit[]): Digit[] {
  const greatest = Math.max(...digits.map((digit) => digit.relief))
  const floor = UNLIT * (isLit(digits) ? greatest : Math.max(LIT, greatest))
  const alone = digits.length === 1
  return digits.map((digit) => {
    const [first] = digit.hypotheses
    const even = digit.relief < EVEN * greatest
    const least = first.shown === 'minus' ? MINUS * floor : floor
    if (digit.relief < least || (alone && isUnlitGrid(digit)))
      return { ...digit, hypotheses: [blank], confidence: even || alone ? DARKNESS : PALE }
    if (first.shown === 'blank' && !alone) return { ...digit, confidence: Math.min(UNSEEN, digit.confidence) }
    return digit
  })
}

const blank: DigitHypothesis = { shown: 'blank', position: null, weight: 1 }

/**
 * Whether a row of low contrast is lit: unlit segments that shine through show an 8, or nothing clear. A place alone
 * must have contrast: what is left of a digit that has just gone out is no reading.
 */
function isLit(digits: readonly Digit[]): boolean {
  if (digits.length === 1) return false
  return digits.some(
    ({ relief, hypotheses: [{ shown, position, weight }] }) =>
      relief >= UNLIT * LIT || (shown === 'digit' && position !== 8 && weight >= CERTAIN),
  )
}

/**
 * A faint place in which no digit is clear: the dots of an unlit matrix shine through. For a place alone,
 * which no lit neighbour shows to be unlit.
 */
function isUnlitGrid({ confidence, relief, hypotheses: [{ shown }] }: Digit): boolean {
  return relief < LIT && shown !== 'minus' && confidence < CERTAIN
}

function textOf(shown: DigitClass, position: number | null): string | null {
  if (shown === 'digit' && position !== null) return String(position)
  return shown === 'blank' ? ' ' : shown === 'minus' ? '-' : null
}

function firstObjection(digits: readonly Digit[], floors = FLOORS): Reason | null {
  for (const digit of digits) {
    const against = unreadableReason(digit.quality, floors)
    if (against) return against
  }
  return null
}

function doubts(digits: readonly Digit[], confidence: number): Reason[] {
  if (confidence >= CERTAIN) return []
  const doubtful = digits.filter((digit) => digit.confidence < CERTAIN)
  if (doubtful.some(({ quality, uneven }) => uneven !== null || quality.saturated > GLARING)) return ['glare']
  const reasons = doubtful.flatMap((digit) => unreadableReason(digit.quality, POOR) ?? [])
  return reasons.slice(0, 1)
}

/**
 * A row is right when all its digits are. Doubts within a picture are correlated, so the truth is between
 * minimum and product: their geometric mean.
 */
function rowConfidence(confidences: readonly number[]): number {
  const product = confidences.reduce((all, confidence) => all * confidence, 1)
  return Math.sqrt(product * Math.min(1, ...confidences))
}

/** What mars a picture mars all its digits: it counts once. */
function displayConfidence(digits: readonly Digit[]): number {
  const unmarred = digits.map(({ hypotheses: [{ shown, weight }], confidence }) =>
    shown === 'digit' ? Math.max(confidence, worthOf('display', weight)) : confidence,
  )
  return Math.min(rowConfidence(unmarred), ...digits.map(({ confidence }) => confidence))
}

const rounded = (position: number): number => (Math.round(position * POSITION_STEPS) / POSITION_STEPS) % 10

/** By multiplication alone: the same bits in every engine. */
function powerOfTen(exponent: number): number {
  let power = 1
  for (let count = 0; count < exponent; count++) power *= 10
  return power
}

function frameOf(row: DigitRow, characters: readonly string[], picture: Picture): Partial<UprightFrame> {
  const places = [...row.boxes, ...row.dials.map((dial) => dialBox(dial, picture))]
  return {
    area: row.area,
    boxes: places.map((rectangle, index) => ({ rectangle, text: characters[index] ?? '?' })),
  }
}
