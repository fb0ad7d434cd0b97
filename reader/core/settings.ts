import type { CategoryType, ReaderSettings, Rectangle } from './types.ts'

/** The error is in English, for logs and tests. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string }

export interface ScalePin {
  /** Clockwise from twelve o'clock, 0..360. */
  angle: number
  /** In the meter's unit. */
  value: number
}

/** Defaults to spread: a meter of which only the type is known. */
export function nothingKnown(type: CategoryType): ReaderSettings {
  return {
    type,
    settings: null,
    area: null,
    axis: null,
    radius: null,
    digitNumber: null,
    decimalPoint: null,
    range: null,
    boost: false,
  }
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i

function fail(reason: string): { ok: false; reason: string } {
  return { ok: false, reason }
}

function parseNumber(text: string): number | null {
  const trimmed = text.trim()
  if (!DECIMAL.test(trimmed)) return null
  const number = Number(trimmed)
  return Number.isFinite(number) ? number : null
}

function parseRatio(text: string): number | null {
  const number = parseNumber(text)
  return number !== null && number >= 0 && number <= 1 ? number : null
}

/**
 * Parses `'angle:value,…'`: start pin, middle pins, end pin. Refuses fewer than two pins, angles outside
 * 0..360 and malformed numbers.
 */
export function parseScale(text: string): Parsed<ScalePin[]> {
  const entries = text.split(',')
  if (entries.length < 2) return fail('a scale needs a start pin and an end pin')
  const pins: ScalePin[] = []
  for (const entry of entries) {
    const [angleText, valueText, ...rest] = entry.split(':')
    if (angleText === undefined || valueText === undefined || rest.length > 0) {
      return fail(`"${entry}" is not angle:value`)
    }
    const angle = parseNumber(angleText)
    const value = parseNumber(valueText)
    if (angle === null || angle < 0 || angle > 360)
      return fail(`"${angleText}" is not an angle from 0 to 360`)
    if (value === null) return fail(`"${valueText}" is not a number`)
    pins.push({ angle, value })
  }
  return { ok: true, value: pins }
}

/** Angles are rounded to whole degrees 0..359. */
export function printScale(pins: readonly ScalePin[]): string {
  return pins.map((pin) => `${Math.round(pin.angle) % 360}:${pin.value}`).join(',')
}

function rectangleOf(
  x1Text: string | undefined,
  y1Text: string | undefined,
  x2Text: string | undefined,
  y2Text: string | undefined,
): Rectangle | null {
  const x1 = parseRatio(x1Text ?? '')
  const y1 = parseRatio(y1Text ?? '')
  const x2 = parseRatio(x2Text ?? '')
  const y2 = parseRatio(y2Text ?? '')
  if (x1 === null || y1 === null || x2 === null || y2 === null || x1 >= x2 || y1 >= y2) return null
  return { x1, y1, x2, y2 }
}

function splitPair(text: string, separator: string): [string, string] | null {
  const [first, second, ...rest] = text.split(separator)
  return first === undefined || second === undefined || rest.length > 0 ? null : [first, second]
}

function byLeftEdge(a: Rectangle, b: Rectangle): number {
  return a.x1 - b.x1
}

function ratio(number: number): string {
  return String(Math.round(number * 1000) / 1000)
}

/**
 * Parses `'x1@y1:x2@y2,…'`, one rectangle a digit, sorted left to right. Refuses ratios outside 0..1 and
 * empty rectangles.
 */
export function parseBoxes(text: string): Parsed<Rectangle[]> {
  const boxes: Rectangle[] = []
  for (const entry of text.split(',')) {
    const corners = splitPair(entry, ':')
    const first = corners && splitPair(corners[0], '@')
    const second = corners && splitPair(corners[1], '@')
    const box = first && second && rectangleOf(first[0], first[1], second[0], second[1])
    if (!box) return fail(`"${entry}" is not a rectangle x1@y1:x2@y2 of ratios`)
    boxes.push(box)
  }
  return { ok: true, value: boxes.sort(byLeftEdge) }
}

/** Left to right, ratios rounded to 3 decimals. */
export function printBoxes(boxes: readonly Rectangle[]): string {
  return [...boxes]
    .sort(byLeftEdge)
    .map((box) => `${ratio(box.x1)}@${ratio(box.y1)}:${ratio(box.x2)}@${ratio(box.y2)}`)
    .join(',')
}

/** Parses the read position `'x1:y1,x2:y2'`. Refuses several rectangles and ratios outside 0..1. */
export function parseArea(text: string): Parsed<Rectangle> {
  const corners = splitPair(text, ',')
  const first = corners && splitPair(corners[0], ':')
  const second = corners && splitPair(corners[1], ':')
  const area = first && second && rectangleOf(first[0], first[1], second[0], second[1])
  return area ? { ok: true, value: area } : fail(`"${text}" is not a rectangle x1:y1,x2:y2 of ratios`)
}

/** Ratios rounded to 3 decimals. */
export function printArea(area: Rectangle): string {
  return `${ratio(area.x1)}:${ratio(area.y1)},${ratio(area.x2)}:${ratio(area.y2)}`
}
