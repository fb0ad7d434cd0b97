import { decimalsOf } from './result.ts'
import { spanOf } from './scale.ts'
import { parseScale } from './settings.ts'
import type { Advice, Prior, ReaderSettings } from './types.ts'

const HOUR = 3_600_000
/** How possible a reading is that breaks a rule: meters are replaced and earlier readings were wrong, now and then. */
const BROKEN = 0.02
/** How possible a jump far beyond the usual pace is at least. */
const JUMP = 0.01
/** Share of a needle's or column's span that two careful readings may differ by. */
const PLAY = 0.02

/** What is known of the value before the picture is looked at, in the meter's unit. */
export interface Expectation {
  /** The newest accepted reading. */
  last: number | null
  rising: boolean
  /** The most that the value can have changed since. */
  reach: number | null
  /** What it has changed by in such a time at the fastest so far. */
  usual: number | null
  range: { low: number; high: number } | null
  /** Where a row of figures starts again from zero. */
  turn: number | null
  /** One in the last figure; for needles and columns what two careful readings may differ by. */
  step: number
}

/** `places`: the length of the row of figures, null for needles and columns. */
export function expect(settings: ReaderSettings, prior: Prior | null, places: number | null): Expectation {
  const decimals = decimalsOf(settings) ?? 0
  const turn = places === null ? null : Number(`1e${places - decimals}`)
  const step = places === null ? PLAY * measuredSpan(settings) : Number(`1e-${decimals}`)
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

/** The rules that a value breaks. `play`: how far beyond a limit is still within it. */
export function objections(expectation: Expectation, value: number, play: number): Advice['because'] {
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
  const impossible = reach === null ? ahead > behind : ahead > reach + slack
  if (impossible) against.push(value < last ? 'runs up' : 'too fast')
  return against
}

/** How possible a value is by what is known, 0..1, when it breaks the rules `against`. */
export function possibility(
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

/** How far up from one reading to the other, and how far down: round the row of figures where it has an end. */
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

/** The fastest change an hour between neighbouring readings; null when there are no two of different times. */
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
