import type { ScalePin } from './settings.ts'

export interface Scale {
  /** Of the start pin, clockwise from twelve o'clock. */
  start: number
  /** 1: values run clockwise from start to end; -1: counter-clockwise. */
  direction: 1 | -1
  /** Degrees from start to end pin, 0 < sweep ≤ 360. */
  sweep: number
  /** From start to end; `turn`: degrees from the start pin in the scale's direction. */
  pins: { turn: number; value: number }[]
}

/** Degrees beyond the end pins at which a needle can still stand. */
export const END_TOLERANCE = 8

/** Degrees beyond an end pin that count as on it. */
const ON_THE_PIN = 1

/** Tolerance in degrees for pins of an even scale: settings have whole degrees. */
export const ANGLE_TOLERANCE = 1.5

/** Greatest less least pin value, in the meter's unit. */
export function spanOf(pins: readonly { value: number }[]): number {
  const values = pins.map(({ value }) => value)
  return Math.max(...values) - Math.min(...values)
}

/**
 * Orders pins (first start, last end) along their arc: clockwise unless the end pin lies counter-clockwise of
 * every middle pin. Start and end at one angle make a full circle, as do ten pins from 0 to 9 a tenth of a
 * circle apart.
 *
 * @returns null when pins coincide, or middle pins are on both sides of the end pin
 */
export function createScale(pins: readonly ScalePin[]): Scale | null {
  const start = pins[0]
  const end = pins.at(-1)
  if (!start || !end || pins.length < 2) return null
  const middle = pins.slice(1, -1)
  const clockwise = layAlong(1, start, middle, end)
  const counter = layAlong(-1, start, middle, end)
  if (clockwise && counter && middle.length > 0 && !inOrderOfValue(clockwise) && inOrderOfValue(counter))
    return counter
  return clockwise ?? (middle.length > 0 ? counter : null)
}

function layAlong(
  direction: 1 | -1,
  start: ScalePin,
  middle: readonly ScalePin[],
  end: ScalePin,
): Scale | null {
  const turnTo = (angle: number) => modulo(direction * (angle - start.angle), 360)
  const sweep = turnTo(end.angle) || 360
  const between = middle
    .map((pin) => ({ turn: turnTo(pin.angle), value: pin.value }))
    .sort((a, b) => a.turn - b.turn)
  const laid = [{ turn: 0, value: start.value }, ...between, { turn: sweep, value: end.value }]
  const rising = laid.every((pin, index) => index === 0 || pin.turn > (laid[index - 1]?.turn ?? 0))
  return rising ? closed({ start: start.angle, direction, sweep, pins: laid }) : null
}

/** Ten pins from 0 to 9, a tenth of a circle apart, continue from 9 to 0. */
function closed(scale: Scale): Scale {
  const { pins } = scale
  const [first, second] = pins
  if (!first || !second || pins.length !== 10) return scale
  const step = second.value - first.value
  const even = pins.every(
    ({ turn, value }, index) =>
      Math.abs(turn - 36 * index) <= ANGLE_TOLERANCE &&
      Math.abs(value - first.value - step * index) < Math.abs(step) / 100,
  )
  if (!even) return scale
  return { ...scale, sweep: 360, pins: [...pins, { turn: 360, value: first.value + 10 * step }] }
}

/** Resolves the direction of a full circle, where the end pin lies beyond the middle pins both ways round. */
function inOrderOfValue(scale: Scale): boolean {
  const steps = stepsOf(scale)
  return steps.every((step) => step > 0) || steps.every((step) => step < 0)
}

/** Whether values are monotonic from start to end. */
export function isMonotonic(scale: Scale): boolean {
  const steps = stepsOf(scale)
  const oneWay = steps.every((step) => step >= 0) || steps.every((step) => step <= 0)
  return oneWay && steps.some((step) => step !== 0)
}

function stepsOf({ pins }: Scale): number[] {
  return pins.slice(1).map(({ value }, index) => value - (pins[index]?.value ?? 0))
}

/**
 * Degrees from the start pin in the scale's direction; negative before the start, above `sweep` after the
 * end.
 */
export function turnAt(scale: Scale, degree: number): number {
  const turn = modulo(scale.direction * (degree - scale.start), 360)
  return turn > scale.sweep + (360 - scale.sweep) / 2 ? turn - 360 : turn
}

/**
 * The value at a needle's position, linear between pins and extrapolated beyond the end pins. `outside`:
 * beyond one of them; `perDegree`: the local slope.
 */
export function valueAt(
  scale: Scale,
  degree: number,
): { value: number; outside: boolean; perDegree: number } {
  const exact = turnAt(scale, degree)
  const beyond = Math.max(-exact, exact - scale.sweep)
  const turn = beyond > 0 && beyond <= ON_THE_PIN ? Math.min(Math.max(exact, 0), scale.sweep) : exact
  const last = scale.pins.length - 1
  let upper = 1
  while (upper < last && (scale.pins[upper]?.turn ?? 0) < turn) upper++
  const low = scale.pins[upper - 1] ?? { turn: 0, value: 0 }
  const high = scale.pins[upper] ?? low
  const perDegree = (high.value - low.value) / (high.turn - low.turn)
  const value = low.value + perDegree * (turn - low.turn)
  return { value, outside: beyond > ON_THE_PIN, perDegree: Math.abs(perDegree) }
}

export function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor
}
