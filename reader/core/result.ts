import type { Frame, Point, ReaderSettings, ReadResult, Reason, Rectangle } from './types.ts'

/** Below this confidence a value is withheld. */
export const CONFIDENT = 0.6

/** What a reading found; anything left out was not looked for. */
export interface Finding {
  value?: number | null
  /** Decimals that the value is worth. */
  decimals?: number
  /** Decimals that the meter is written with, where they are set; else those that the value is worth. */
  shownDecimals?: number | null
  ocr?: string | null
  degree?: number | null
  confidence?: number
  reasons?: readonly Reason[]
  frame?: Partial<Frame>
}

/**
 * Makes the result of a finding: rounds it (so that the last bits of one engine's mathematics do not show) and
 * withholds the value when confidence is low, always with a reason.
 */
export function conclude(finding: Finding): ReadResult {
  const confidence = round(Math.min(1, Math.max(0, finding.confidence ?? 0)), 3)
  const reasons = new Set(finding.reasons)
  const decimals = finding.decimals ?? 0
  const known = Number.isFinite(finding.value) && confidence >= CONFIDENT
  const value = known ? round(finding.value ?? 0, decimals) : null
  if (value === null && reasons.size === 0) reasons.add('unknown')
  return {
    value,
    ocr: finding.ocr ?? null,
    degree: finding.degree === undefined || finding.degree === null ? null : round(finding.degree, 1) % 360,
    confidence,
    reasons: [...reasons],
    frame: drawable(finding.frame, value === null ? null : written(value, finding.shownDecimals ?? decimals)),
  }
}

export function refuse(reason: Reason, frame: Partial<Frame> = {}): ReadResult {
  return conclude({ reasons: [reason], frame })
}

const MOST_DECIMALS = 12

/** The meter's own decimals; null when they are not set, or to nothing that can be meant. */
export function decimalsOf({ decimalPoint }: ReaderSettings): number | null {
  const usable = decimalPoint !== null && Number.isInteger(decimalPoint) && decimalPoint >= 0
  return usable ? Math.min(decimalPoint, MOST_DECIMALS) : null
}

/** Decimals for a value read on a scale: about a thousandth of what the scale spans. */
export function decimalsFor(span: number): number {
  return span > 0 ? Math.min(MOST_DECIMALS, Math.max(0, 3 - Math.floor(Math.log10(span)))) : 3
}

/** Ratios in a frame are rounded to a tenth of a pixel of the largest picture. */
const RATIO_DECIMALS = 4

/** As screens write values, so that the picture says the same: 50.05 with one decimal is 50.1. */
const written = (value: number, decimals: number): string =>
  value.toLocaleString('en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
    signDisplay: 'negative',
  })

function drawable(found: Partial<Frame> | undefined, text: string | null): Frame {
  const { area = null, boxes = [], needle = null } = found ?? {}
  return {
    area: area && rounded(area),
    boxes: boxes.map((box) => ({ rectangle: rounded(box.rectangle), text: box.text })),
    needle: needle && { from: roundedPoint(needle.from), to: roundedPoint(needle.to) },
    text,
  }
}

function rounded({ x1, y1, x2, y2 }: Rectangle): Rectangle {
  return {
    x1: round(x1, RATIO_DECIMALS),
    y1: round(y1, RATIO_DECIMALS),
    x2: round(x2, RATIO_DECIMALS),
    y2: round(y2, RATIO_DECIMALS),
  }
}

function roundedPoint({ x, y }: Point): Point {
  return { x: round(x, RATIO_DECIMALS), y: round(y, RATIO_DECIMALS) }
}

function round(value: number, decimals: number): number {
  const rounded = Number(value.toFixed(decimals))
  return rounded === 0 ? 0 : rounded
}
