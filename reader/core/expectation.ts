import { decimalsOf } from './result.ts'
import { spanOf } from './scale.ts'
import { parseScale } from './settings.ts'
import type { Advice, Prior, ReaderSettings } from './types.ts'

const HOUR = 3_600_000
/** Possibility of a reading that breaks a rule: meters get replaced, earlier readings can be wrong. */
const BROKEN = 0.02
/** Minimum possibility of a jump beyond the usual rate. */
const JUMP = 0.01
/** Maximum fraction of a counter's capacity that a rollover may consume when its rate is not known. */
const ROLLOVER = 0.1
/** Fraction of a needle's or column's span by which two careful readings may differ. */
const PLAY = 0.02

/** What is known before reading, in the meter's unit. */
export interface Expectation {
  /** Newest accepted reading. */
  last: number | null
  rising: boolean
  /** Maximum change since. */
  reach: number | null
  /** Change since at the fastest rate so far. */
  usual: number | null
  range: { low: number; high: number } | null
  /** Where a counter rolls over. */
  turn: number | null
  /** One unit of the last digit; for needles and columns their tolerance. */
  step: number
}

/** `places`: number of digits, null for needles and columns. */
export function expectationOf(
  settings: ReaderSettings,
  prior: Prior | null,
  digits: number | null,
): Expectation {
  const decimals = decimalsOf(settings) ?? 0
  const turn = digits === null ? null : Number(`1e${digits - decimals}`)
  const step = digits === null ? PLAY * measuredSpan(settings) : Number(`1e-${decimals}`)
  const range = rangeOf(settings)
  const readings = usable(prior)
  const newest = readings.at(-1)
  if (!prior || !newest) return { last: null, rising: false, reach: null, usual: null, range, turn, step }
  const { rising } = prior
  const hours = (prior.at - newest.at) / HOUR
  const rate = prior.hourlyRate !== null && prior.hourlyRate >= 0 ? prior.hourlyRate : Number.NaN
  const pace = paceOf(readings, rising ? turn : null)
  return {
    last: newest.value,
    rising,
    reach: Number.isFinite(rate * hours) ? rate * hours + step : null,
    usual: pace === null ? null : Math.max(step, pace * hours),
    range,
    turn,
    step,
  }
}

/** The rules that a value breaks, with the tolerance `play`. */
export function brokenRules(expectation: Expectation, value: number, play: number): Advice['because'] {
  const { last, rising, reach, range, turn, step } = expectation
  const against: Advice['because'] = []
  const slack = play + step / 1000
  if (range && (value < range.low - slack || value > range.high + slack)) against.push('outside range')
  if (last === null) return against
  if (!rising) {
    if (reach !== null && Math.abs(value - last) > reach + slack) against.push('too fast')
    return against
  }
  const { ahead, behind } = travel(last, value, turn)
  if (behind <= slack) return against
  const most = reach === null ? (value < last ? (turn ?? 0) * ROLLOVER : behind) : reach + slack
  const impossible = ahead < 0 || ahead > most
  if (impossible) against.push(value < last ? 'runs up' : 'too fast')
  return against
}

/** 0..1, for a value that breaks the rules `against`. */
export function plausibilityOf(
  expectation: Expectation,
  value: number,
  against: readonly Advice['because'][number][],
): number {
  const { last, rising, usual, turn } = expectation
  if (against.length > 0) return BROKEN
  if (last === null || usual === null) return 1
  const { ahead, behind } = travel(last, value, rising ? turn : null)
  const distance = Math.min(Math.abs(ahead), Math.abs(behind))
  const excess = distance / usual
  return excess <= 1 ? 1 : Math.max(JUMP, 1 / (excess * excess))
}

/** Distance upwards and downwards, across the rollover if any. */
function travel(from: number, to: number, turn: number | null): { ahead: number; behind: number } {
  const difference = to - from
  if (turn === null) return { ahead: difference, behind: -difference }
  const ahead = difference - Math.floor(difference / turn) * turn
  return { ahead, behind: turn - ahead }
}

function usable(prior: Prior | null): Prior['readings'] {
  if (!prior || !Number.isFinite(prior.at)) return []
  return prior.readings
    .filter(({ value, at }) => Number.isFinite(value) && at <= prior.at)
    .sort((a, b) => a.at - b.at || a.value - b.value)
}

/** Fastest hourly change between neighbouring readings; null without two of different times. */
function paceOf(readings: Prior['readings'], turn: number | null): number | null {
  let pace: number | null = null
  readings.forEach(({ value, at }, index) => {
    const before = readings[index - 1]
    if (!before || before.at === at) return
    const { ahead, behind } = travel(before.value, value, turn)
    const change = Math.min(Math.abs(ahead), Math.abs(behind))
    pace = Math.max(pace ?? 0, (change * HOUR) / (at - before.at))
  })
  return pace
}

function rangeOf({ range }: ReaderSettings): { low: number; high: number } | null {
  if (!range || !Number.isFinite(range.start) || !Number.isFinite(range.end)) return null
  return { low: Math.min(range.start, range.end), high: Math.max(range.start, range.end) }
}

function measuredSpan(settings: ReaderSettings): number {
  const range = rangeOf(settings)
  if (range) return range.high - range.low
  const scale = settings.settings === null ? null : parseScale(settings.settings)
  return scale?.ok ? spanOf(scale.value) : 0
}
