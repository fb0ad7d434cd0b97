import type { DigitKind } from '../digits.ts'
import type { CategoryType, Models, Picture, Point, Reason, Rectangle } from '../types.ts'
import { findColumn } from './find-column.ts'
import { findDial } from './find-dial.ts'
import { findRow } from './find-digit-row.ts'

export interface Wanted {
  type: CategoryType
  /** Where to search; null: everywhere. */
  area: Rectangle | null
  digitNumber: number | null
  /** Values at the ends of the scale, in the meter's unit. */
  range: { start: number; end: number } | null
}

/** Proposed settings, which a person checks and corrects. */
export interface Proposal {
  /** That all of it fits, 0..1. */
  confidence: number
  /** Of a straight scale or of the digits; null for dials. */
  area: Rectangle | null
  /** Ratios of the picture; null: no needle. */
  axis: Point | null
  /** From axis to pins, as a ratio of the picture's width; null: no needle. */
  radius: number | null
  /** Start and end, clockwise. Values from the range. */
  pins: { point: Point; value: number | null }[]
  /** One a digit, left to right: ratios of the picture. */
  boxes: Rectangle[]
  kind: DigitKind | null
  reasons: Reason[]
}

/** Confidence factor of digits in a meter that need not have any. */
const ANYWHERE = 0.7
const MAX_DIGITS = 16
const WHOLE: Rectangle = { x1: 0, y1: 0, x2: 1, y2: 1 }
const NOTHING: Proposal = {
  confidence: 0,
  area: null,
  axis: null,
  radius: null,
  pins: [],
  boxes: [],
  kind: null,
  reasons: ['unknown'],
}

/** Finds the dial, digits or scale in a photograph without settings. Pure and deterministic; never throws. */
export function propose(picture: Picture, wanted: Wanted, models: Models): Proposal {
  const region = wanted.area ?? WHOLE
  switch (wanted.type) {
    case 0:
    case 1:
      return dialIn(picture, region, wanted)
    case 5:
    case 6:
      return scaleIn(picture, region)
    case 3:
      return rowIn(picture, region, 'drum', wanted, models)
    case 2:
    case 7:
      return rowIn(picture, region, 'display', wanted, models)
    case 4:
    case 99: {
      const display = rowIn(picture, region, 'display', wanted, models)
      const drums = rowIn(picture, region, 'drum', wanted, models)
      const figures = drums.confidence > display.confidence ? drums : display
      // Such a meter may show any numerals: only an area tells which.
      return wanted.area ? figures : { ...figures, confidence: ANYWHERE * figures.confidence }
    }
  }
}

function dialIn(picture: Picture, region: Rectangle, { range }: Wanted): Proposal {
  const dial = findDial(picture, region)
  if (!dial) return NOTHING
  const { axis, radius, pins, confidence } = dial
  const values = range ? [range.start, range.end] : []
  return {
    ...NOTHING,
    confidence,
    axis,
    radius,
    pins: pins.map((point, index) => ({ point, value: values[index] ?? null })),
    reasons: [],
  }
}

function rowIn(
  picture: Picture,
  region: Rectangle,
  kind: DigitKind,
  { digitNumber }: Wanted,
  models: Models,
): Proposal {
  const known = digitNumber !== null && Number.isInteger(digitNumber) && digitNumber >= 1
  const count = known && digitNumber <= MAX_DIGITS ? digitNumber : null
  const row = findRow(picture, region, kind, count, models.digits)
  if (!row) return NOTHING
  return {
    ...NOTHING,
    confidence: row.confidence,
    area: around(row.boxes),
    boxes: row.boxes,
    kind,
    reasons: [],
  }
}

function scaleIn(picture: Picture, region: Rectangle): Proposal {
  const found = findColumn(picture, region)
  return found ? { ...NOTHING, ...found, reasons: [] } : NOTHING
}

function around(boxes: readonly Rectangle[]): Rectangle {
  return {
    x1: Math.min(...boxes.map((box) => box.x1)),
    y1: Math.min(...boxes.map((box) => box.y1)),
    x2: Math.max(...boxes.map((box) => box.x2)),
    y2: Math.max(...boxes.map((box) => box.y2)),
  }
}
