import { power } from './math.ts'
import type {
  Corners,
  Frame,
  Point,
  ReaderSettings,
  ReadResult,
  Reason,
  Rectangle,
  Segment,
  UprightFrame,
} from './types.ts'

/** Below this confidence there is no value. */
export const MIN_CONFIDENCE = 0.6

/** One hypothesis for a slot in a row of digits. */
export interface Candidate {
  /** A digit, a space for a blank, or a minus sign. */
  text: string
  /** Probability from the picture alone, 0..1; a slot's weights add up to at most 1. */
  weight: number
}

/** A reading from the picture alone, with the alternatives that advice.ts resolves. */
export interface PictureResult extends Omit<ReadResult, 'secondChoice'> {
  /** The likeliest value, however unsure; null: none. */
  guess: number | null
  /** One list a slot, left to right, likeliest first; null: the meter has no digits. */
  candidates: readonly (readonly Candidate[])[] | null
}

/** Result of a method; omitted fields do not apply to it. */
interface Finding {
  value?: number | null
  /** Of a counter's last drum, 0 ≤ position < 10. */
  position?: number | null
  candidates?: readonly (readonly Candidate[])[] | null
  /** Significant decimals of the value. */
  decimals?: number
  /** The meter's own decimals if set; else `decimals`. */
  shownDecimals?: number | null
  ocr?: string | null
  degree?: number | null
  confidence?: number
  reasons?: readonly Reason[]
  frame?: Partial<UprightFrame>
}

/**
 * Makes a result: rounds (so that engines' last bits do not show) and drops a value of low confidence, always
 * with a reason.
 */
export function conclude(finding: Finding): PictureResult {
  const confidence = round(Math.min(1, Math.max(0, finding.confidence ?? 0)), 3)
  const reasons = new Set(finding.reasons)
  const decimals = finding.decimals ?? 0
  const guess = Number.isFinite(finding.value) ? round(finding.value ?? 0, decimals) : null
  const value = confidence >= MIN_CONFIDENCE ? guess : null
  if (value === null && reasons.size === 0) reasons.add('unknown')
  return {
    value,
    position: finding.position ?? null,
    registration: null,
    advice: null,
    candidates: finding.candidates ?? null,
    guess,
    ocr: finding.ocr ?? null,
    degree: finding.degree === undefined || finding.degree === null ? null : round(finding.degree, 1) % 360,
    confidence,
    reasons: [...reasons],
    frame: drawable(
      finding.frame,
      value === null ? null : formatValue(value, finding.shownDecimals ?? decimals),
    ),
  }
}

export function noValue(reason: Reason, frame: Partial<UprightFrame> = {}): PictureResult {
  return conclude({ reasons: [reason], frame })
}

/** Confidence at most, of a damaged file: what is missing may have changed the value. */
const damagedConfidence = 0.7

/** Marks what was read from a damaged file as doubtful. */
export const limitDamaged = <Seen extends Omit<ReadResult, 'secondChoice'>>(seen: Seen): Seen =>
  limitConfidence(seen, damagedConfidence, 'damaged')

/** Limits the confidence, for a reason; drops the value if that is too low. */
export function limitConfidence<Seen extends Omit<ReadResult, 'secondChoice'>>(
  seen: Seen,
  max: number,
  reason: Reason,
): Seen {
  const confidence = Math.min(seen.confidence, round(max, 3))
  const reasons = seen.reasons.includes(reason) ? seen.reasons : [...seen.reasons, reason]
  if (confidence >= MIN_CONFIDENCE) return { ...seen, confidence, reasons }
  return { ...seen, value: null, confidence, reasons, frame: { ...seen.frame, text: null } }
}

const MAX_DECIMALS = 12

/** The meter's decimals; null when unset or not plausible. */
export function decimalsOf({ decimalPoint }: ReaderSettings): number | null {
  const usable = decimalPoint !== null && Number.isInteger(decimalPoint) && decimalPoint >= 0
  return usable ? Math.min(decimalPoint, MAX_DECIMALS) : null
}

/** Decimals for a scale: about 1/1000 of its span. */
export function decimalsFor(span: number): number {
  if (!(span > 0)) return 3
  let decimals = 0
  while (decimals < MAX_DECIMALS && span * power(10, decimals) < 1000) decimals++
  return decimals
}

/** Ratios of a frame are rounded to a tenth of a pixel of the largest picture. */
const RATIO_DECIMALS = 4

/**
 * Formats a value as the screens do: 50.05 with one decimal is 50.1, though the binary number is slightly
 * less. Own code: toLocaleString depends on the engine's tables.
 */
export function formatValue(value: number, decimals: number): string {
  const [mantissa = '', exponent = '0'] = String(Math.abs(value)).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const shift = decimals - fraction.length + Number(exponent)
  const tens = BigInt(`1${'0'.repeat(Math.abs(shift))}`)
  const known = BigInt(whole + fraction)
  const scaled = shift >= 0 ? known * tens : (2n * known + tens) / (2n * tens)
  const digits = String(scaled).padStart(decimals + 1, '0')
  const sign = value < 0 && scaled > 0n ? '-' : ''
  const text = digits.slice(0, digits.length - decimals)
  return decimals > 0 ? `${sign}${text}.${digits.slice(-decimals)}` : sign + text
}

function drawable(found: Partial<UprightFrame> | undefined, text: string | null): Frame {
  const { area = null, boxes = [], needle = null, mark = null } = found ?? {}
  return {
    area: area && cornersOf(area),
    boxes: boxes.map((box) => ({ corners: cornersOf(box.rectangle), text: box.text })),
    needle: needle && roundedSegment(needle),
    mark: mark && roundedSegment(mark),
    text,
  }
}

function cornersOf({ x1, y1, x2, y2 }: Rectangle): Corners {
  return [
    roundedPoint({ x: x1, y: y1 }),
    roundedPoint({ x: x2, y: y1 }),
    roundedPoint({ x: x2, y: y2 }),
    roundedPoint({ x: x1, y: y2 }),
  ]
}

/** Maps a frame's points, ratios to ratios. */
export function mapFrame(frame: Frame, map: (point: Point) => Point): Frame {
  const through = (point: Point) => roundedPoint(map(point))
  const all = ([a, b, c, d]: Corners): Corners => [through(a), through(b), through(c), through(d)]
  const along = ({ from, to }: Segment): Segment => ({ from: through(from), to: through(to) })
  const { area, boxes, needle, mark, text } = frame
  return {
    area: area && all(area),
    boxes: boxes.map((box) => ({ corners: all(box.corners), text: box.text })),
    needle: needle && along(needle),
    mark: mark && along(mark),
    text,
  }
}

function roundedSegment({ from, to }: Segment): Segment {
  return { from: roundedPoint(from), to: roundedPoint(to) }
}

function roundedPoint({ x, y }: Point): Point {
  return { x: round(x, RATIO_DECIMALS), y: round(y, RATIO_DECIMALS) }
}

function round(value: number, decimals: number): number {
  const rounded = Number(value.toFixed(decimals))
  return rounded === 0 ? 0 : rounded
}
