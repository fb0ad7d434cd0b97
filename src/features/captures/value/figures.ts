import { formatForInput } from '../../../../text/formatNumber.ts'

/** A number as a row of drums. */
export interface Figures {
  negative: boolean
  /** '0' to '9' each, the decimals last. */
  digits: string
  decimals: number
}

/** More do not fit on a phone. */
const maxFigures = 12

/** So many drums fit beside one another on any phone. */
const maxInRow = 7

interface Meter {
  digit_number: number | null
  decimal_point: number | null
  start_value: number | null
  end_value: number | null
}

/**
 * The value with the meter's figures, more where the value or the range has more. Null when they are too many to stand
 * side by side.
 */
export function figuresOf(value: number, meter: Meter): Figures | null {
  const [whole = '', fraction = ''] = formatForInput(Math.abs(value), meter.decimal_point).split('.')
  const decimals = fraction.length
  const places = Math.max(
    whole.length,
    meter.digit_number === null ? 1 : meter.digit_number - decimals,
    ...[meter.start_value, meter.end_value].map((end) => String(Math.trunc(Math.abs(end ?? 0))).length),
  )
  const digits = whole.padStart(places, '0') + fraction
  return digits.length <= maxFigures ? { negative: value < 0, digits, decimals } : null
}

interface FigureRow {
  from: number
  to: number
  /** The decimal point stands before it. */
  point: boolean
}

/** Figures that stay beside one another where not all fit: whole part and decimals, a long whole part in two. */
export function rowsOf({ digits, decimals }: Figures): FigureRow[] {
  const whole = digits.length - decimals
  const cut = whole > maxInRow ? whole - 6 : 0
  return [
    { from: 0, to: cut, point: false },
    { from: cut, to: whole, point: false },
    { from: whole, to: digits.length, point: true },
  ].filter(({ from, to }) => to > from)
}

export function numberOf({ negative, digits, decimals }: Figures): number {
  const point = digits.length - decimals
  const value = Number(`${digits.slice(0, point)}.${digits.slice(point)}0`)
  return negative && value !== 0 ? -value : value
}

/** One drum turned by so many steps; the others stay. */
export function turned(figures: Figures, index: number, steps: number): Figures {
  const turnedTo = (Number(figures.digits.charAt(index)) + (steps % 10) + 10) % 10
  return withDigit(figures, index, turnedTo)
}

export function withDigit(figures: Figures, index: number, digit: number): Figures {
  const { digits } = figures
  return { ...figures, digits: digits.slice(0, index) + digit + digits.slice(index + 1) }
}

const places = ['一', '十', '百', '千', '一万', '十万', '百万', '千万', '一億', '十億', '百億', '千億']

/** 千の位, 小数第1位. */
export function placeOf({ digits, decimals }: Figures, index: number): string {
  const place = digits.length - decimals - 1 - index
  return place < 0 ? `小数第${-place}位` : `${places[place]}の位`
}
