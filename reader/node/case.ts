import { z } from 'zod'
import { dialDecimals, parseArea, parseBoxes, parseCounter, parseScale } from '../core/settings.ts'
import type { CategoryType, Picture, ReaderSettings, ReadResult } from '../core/types.ts'

/** Category ids of the master list (docs/decisions/005-settled-readings.md). */
const types: Readonly<Record<number, CategoryType>> = {
  1: 0,
  2: 1,
  3: 2,
  4: 3,
  5: 5,
  6: 6,
  7: 4,
  8: 99,
  9: 7,
}

/** Default scale of a small dial: once round, from 0 at the top. */
const ONCE_ROUND = '0:0,90:2.5,180:5,270:7.5,360:10'
const WHOLE_PICTURE = '0@0:1@1'

const COUNTER = 4
const COLUMNS: readonly number[] = [5, 6]
const FIGURES: readonly number[] = [3, COUNTER, 9]

const fault = (parsed: { ok: true } | { ok: false; reason: string }) => (parsed.ok ? null : parsed.reason)

/** A settings string; an empty one counts as missing. */
const written = (faultOf: (text: string) => string | null) =>
  z
    .string()
    .transform((text) => (text.trim() === '' ? null : text))
    .superRefine((text, context) => {
      const reason = text === null ? null : faultOf(text)
      if (reason !== null) context.addIssue({ code: 'custom', message: reason })
    })
    .nullish()
    .transform((text) => text ?? null)

const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((given) => given ?? null)

/** Empty pins, radius and digits count as missing. */
function orMissing<T extends number | readonly unknown[] | null>(given: T): T | null {
  return given === 0 || (Array.isArray(given) && given.length === 0) ? null : given
}

/** Ratio of the picture; an axis may lie outside it. */
const near = z.number().min(-10).max(10)

const caseSchema = z
  .object({
    id: z.union([z.string(), z.number()]),
    image: z.string().min(1),
    category: z
      .number()
      .refine((category) => category in types, { message: 'is no category of the master list (1 to 9)' }),
    settings: written(() => null),
    rectangles: written((text) => fault(parseBoxes(text))),
    axis: optional(z.tuple([near, near])),
    pins: optional(z.array(z.object({ x: near, y: near, value: z.number() }))).transform(orMissing),
    radius: optional(z.number().min(0).max(10)).transform(orMissing),
    digit_number: optional(z.int().min(0).max(16)).transform(orMissing),
    decimal_point: optional(z.int().min(0).max(12)),
    area: written((text) => fault(parseArea(text))),
    range: optional(z.tuple([z.number(), z.number()])),
    boost: optional(z.boolean()),
  })
  .superRefine((given, context) => {
    const complain = (path: 'settings' | 'pins', message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const parse = settingsFormat(given)
    const reason = given.settings === null || !parse ? null : fault(parse(given.settings))
    if (reason !== null) complain('settings', reason)
    if (given.pins !== null && given.axis === null) complain('pins', 'they need an axis')
  })

/** A case for evaluation: one JSON line, fields in README.md. */
export type Case = z.output<typeof caseSchema>

/** @throws Error in English */
export function parseCase(given: unknown): Case {
  const parsed = caseSchema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new Error(
    parsed.error.issues
      .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
      .join('; '),
  )
}

function hasNeedle(category: number): boolean {
  return category === 1 || category === 2
}

/** Format of the settings; null: not used. */
function settingsFormat({ category, rectangles }: { category: number; rectangles: string | null }) {
  if (hasNeedle(category)) return parseScale
  if (rectangles !== null || COLUMNS.includes(category)) return null
  return category === COUNTER ? parseCounter : parseBoxes
}

export function settingsOfCase(given: Case, picture: Picture): ReaderSettings {
  const { category, axis, area, range, boost } = given
  const type = types[category]
  if (type === undefined) throw new Error(`no category ${category}`)
  return {
    type,
    settings: hasNeedle(category) ? scaleOf(given, picture) : boxesOf(given),
    area,
    axis: axis && { x: axis[0], y: axis[1] },
    radius: radiusOf(given, picture),
    digitNumber: given.digit_number,
    decimalPoint: given.decimal_point,
    range: range && { start: range[0], end: range[1] },
    boost: boost === true,
  }
}

function boxesOf({ rectangles, settings, area, digit_number }: Case): string | null {
  const known = rectangles ?? settings
  return known === null && area === null && digit_number === 1 ? WHOLE_PICTURE : known
}

function scaleOf({ settings, axis, pins, radius }: Case, picture: Picture): string | null {
  if (settings !== null) return settings
  if (axis === null) return null
  if (pins === null) return radius === null ? null : ONCE_ROUND
  return alongTheirScale(pins)
    .map(({ x, y, value }) => {
      const right = (x - axis[0]) * picture.width
      const down = (y - axis[1]) * picture.height
      const angle = (Math.atan2(right, -down) * 180) / Math.PI
      return `${(angle + 360) % 360}:${value}`
    })
    .join(',')
}

/** In their given order if that runs along the scale, else by value. */
function alongTheirScale(pins: NonNullable<Case['pins']>): typeof pins {
  const rising = pins.toSorted((a, b) => a.value - b.value)
  const values = pins.map(({ value }) => value).join()
  const ordered = [rising, rising.toReversed()].some((one) => one.map(({ value }) => value).join() === values)
  return ordered ? pins : rising
}

/** Ratio of the width: mean distance from axis to pins in pixels, else the given radius. */
function radiusOf({ axis, pins, radius }: Case, picture: Picture): number | null {
  if (axis === null || pins === null) return radius
  const distances = pins.map(({ x, y }) =>
    Math.hypot((x - axis[0]) * picture.width, (y - axis[1]) * picture.height),
  )
  return distances.reduce((sum, distance) => sum + distance, 0) / distances.length / picture.width
}

/** `position` (0 to 10) only for a picture of one digit. */
export interface CaseResult {
  id: string | number
  value: number | null
  ocr: string | null
  degree: number | null
  confidence: number
  position?: number | null
  reasons: ReadResult['reasons']
}

export function resultOfCase(given: Case, result: ReadResult): CaseResult {
  const { id, category } = given
  const { value, degree, confidence, reasons, position } = result
  // Without leading blanks, as typed.
  const ocr = result.ocr?.trim() ?? null
  if (!FIGURES.includes(category)) return { id, value, ocr, degree, confidence, reasons }
  if (result.frame.boxes.length > 1) {
    const decimals = dialDecimals(boxesOf(given)) ?? given.decimal_point ?? 0
    const exact = category === COUNTER ? withFraction(value, position, ocr, decimals) : value
    return { id, value: exact, ocr, degree, confidence, reasons }
  }
  if (category !== COUNTER) return { id, value, ocr, degree, confidence, position: digitOf(ocr), reasons }
  return { id, value: value === null ? null : position, ocr, degree, confidence, position, reasons }
}

function digitOf(ocr: string | null): number | null {
  return ocr !== null && /^\d$/.test(ocr) ? Number(ocr) : null
}

/** The value plus the fraction that the last drum or dial has turned. */
function withFraction(
  value: number | null,
  position: number | null,
  ocr: string | null,
  decimals: number,
): number | null {
  const last = digitOf(ocr?.at(-1) ?? null)
  if (value === null || position === null || last === null) return value
  const turned = ((position - last + 15) % 10) - 5
  return Number((value + turned / 10 ** decimals).toFixed(decimals + 2))
}
