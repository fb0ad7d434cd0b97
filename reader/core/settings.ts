import type { CategoryType, Point, ReaderSettings, Rectangle } from './types.ts'

/** The error is in English, for logs and tests. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string }

export interface ScalePin {
  /** Clockwise from twelve o'clock, 0..360. */
  angle: number
  /** In the meter's unit. */
  value: number
}

/** A small dial beside a counter's drums, which shows one further digit. */
export interface CounterDial {
  /** Its axis: ratios of the picture. */
  centre: Point
  /** From the axis to the scale, as a ratio of the picture's width. */
  radius: number
  /** What a division stands for: one of `MULTIPLIERS`. */
  multiplier: number
  /** Where its 0 stands, clockwise from twelve o'clock, 0..360. */
  zero: number
  clockwise: boolean
}

/** The drums of a counter, left to right, and its dials, the largest multiplier first. */
export interface CounterPlaces {
  boxes: Rectangle[]
  dials: CounterDial[]
}

/** Of a counter's dials, by decimals: ×0.1 has one. */
export const MULTIPLIERS: readonly number[] = [0.1, 0.01, 0.001, 0.0001]

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

/** An `@` before the first colon and none behind it. */
const DIAL = /^[^:]*@[^:]*:[^@]*$/
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

/** A dial's face relative to its scale. */
const FACE = 1.12

/** Around a dial's face, within a picture of this size. */
export function dialBox(
  { centre: { x, y }, radius }: Pick<CounterDial, 'centre' | 'radius'>,
  { width, height }: { width: number; height: number },
): Rectangle {
  const across = FACE * radius
  const down = (across * width) / height
  return {
    x1: Math.max(0, x - across),
    y1: Math.max(0, y - down),
    x2: Math.min(1, x + across),
    y2: Math.min(1, y + down),
  }
}

/**
 * Parses the settings of a counter: its rectangles as in `parseBoxes`, and among them its dials
 * `x@y:radius:multiplier`, `:zero` if their 0 is not at the top, `:ccw` after that if they run counter-clockwise.
 * Refuses dials without drums, and multipliers that repeat or leave out a decimal place.
 */
export function parseCounter(text: string): Parsed<CounterPlaces> {
  const entries = text.split(',')
  const isDial = (entry: string) => DIAL.test(entry)
  const boxes = parseBoxes(entries.filter((entry) => !isDial(entry)).join(','))
  if (!boxes.ok) return boxes
  const dials: CounterDial[] = []
  for (const entry of entries.filter(isDial)) {
    const dial = dialOf(entry)
    if (!dial) return fail(`"${entry}" is not a dial x@y:radius:multiplier`)
    dials.push(dial)
  }
  dials.sort((a, b) => b.multiplier - a.multiplier)
  const first = MULTIPLIERS.indexOf(dials[0]?.multiplier ?? 0)
  const next = dials.findIndex(({ multiplier }, index) => MULTIPLIERS[first + index] !== multiplier)
  if (next !== -1) return fail(`the dial of ${dials[next]?.multiplier} does not follow the one before`)
  return { ok: true, value: { boxes: boxes.value, dials } }
}

/** Decimals of a counter by its dials; null without any. */
export function dialDecimals(settings: string | null): number | null {
  const places = settings === null ? null : parseCounter(settings)
  const finest = places?.ok ? places.value.dials.at(-1) : undefined
  return finest ? MULTIPLIERS.indexOf(finest.multiplier) + 1 : null
}

function dialOf(entry: string): CounterDial | null {
  const [at = '', radiusText = '', multiplierText = '', zeroText = '0', way = 'cw', ...rest] =
    entry.split(':')
  const centre = splitPair(at, '@')?.map(parseRatio) ?? []
  const [x = null, y = null] = centre
  const radius = parseRatio(radiusText)
  const multiplier = parseNumber(multiplierText)
  const zero = parseNumber(zeroText)
  if (x === null || y === null || !radius || multiplier === null || zero === null) return null
  if (!MULTIPLIERS.includes(multiplier) || zero < 0 || zero > 360 || rest.length > 0) return null
  return way === 'cw' || way === 'ccw'
    ? { centre: { x, y }, radius, multiplier, zero, clockwise: way === 'cw' }
    : null
}

/** Drums left to right, then dials. Ratios of dials, which are small, have 4 decimals. */
export function printCounter({ boxes, dials }: CounterPlaces): string {
  const fine = (number: number) => String(Math.round(number * 10_000) / 10_000)
  const written = [...dials]
    .sort((a, b) => b.multiplier - a.multiplier)
    .map(({ centre: { x, y }, radius, multiplier, zero, clockwise }) => {
      const turned = Math.round(zero) % 360
      const way = clockwise ? '' : ':ccw'
      const usual = turned === 0 && clockwise
      return `${fine(x)}@${fine(y)}:${fine(radius)}:${multiplier}${usual ? '' : `:${turned}${way}`}`
    })
  return [...(boxes.length > 0 ? [printBoxes(boxes)] : []), ...written].join(',')
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
