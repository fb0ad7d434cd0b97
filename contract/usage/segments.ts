import { type Decimal, decimal, floored, isNegative, minus, plus, shareOf, times, zero } from './decimal.ts'
import type { Rounding } from './rounding.ts'
import { type Link, type Moment, type Terms, termsAt } from './timeline.ts'

/** Decimals of an index between two points, at least. */
const interpolatedDecimals = 6

/** A stretch on one meter with one multiplier. */
export interface Segment {
  from: Moment
  to: Moment
  /** Number of replacements before. */
  register: number
  multiplier: number
  /** Whether it begins between two points, because the multiplier changed there. */
  isSplit: boolean
  /** Whether an estimate lies in it or at one of its ends. */
  hasEstimate: boolean
}

/** A link, or the part of one that lies in a period. */
export interface LinkPart {
  link: Link
  from: Moment
  to: Moment
}

/** Returns the index at a moment within a link, on the straight line between its ends. */
export function interpolate({ from, to }: Link, at: number): Moment {
  const amount = minus(to.unwrapped, from.unwrapped)
  const decimals = Math.max(interpolatedDecimals, amount.scale)
  const counted = shareOf(amount, at - from.at, to.at - from.at, decimals)
  const turn = minus(amount, minus(to.shown, from.shown))
  const shown = plus(from.shown, counted)
  const isPastRollover = turn.units > 0n && !isNegative(minus(shown, turn))
  return {
    at,
    shown: isPastRollover ? minus(shown, turn) : shown,
    unwrapped: plus(from.unwrapped, counted),
  }
}

/** Joins consecutive parts of one meter with one multiplier, and splits a part where the multiplier changes. */
export function segmentsOf(parts: readonly LinkPart[], terms: readonly Terms[]): Segment[] {
  const segments: Segment[] = []
  for (const { link, from, to } of parts) {
    const hasEstimate = link.from.kind === 'estimate' || link.to.kind === 'estimate'
    const changes = terms.filter((each) => each.from > from.at && each.from < to.at)
    const moments = [from, ...changes.map((each) => interpolate(link, each.from)), to]
    for (const [index, end] of moments.slice(1).entries()) {
      const start = moments[index] ?? from
      const { multiplier } = termsAt(terms, start.at)
      const last = segments.at(-1)
      if (last?.register === link.register && last.multiplier === multiplier) {
        last.to = end
        last.hasEstimate ||= hasEstimate
        continue
      }
      const { register } = link
      segments.push({ from: start, to: end, register, multiplier, isSplit: index > 0, hasEstimate })
    }
  }
  return segments
}

/** Returns the index as it counts, by the meter's rounding. */
export const roundIndex = (index: Decimal, rounding: Rounding): Decimal =>
  rounding === 'integer' ? floored(index) : index

/** The difference of a segment's indices, not multiplied. Negative where the settlement of an estimate is. */
const amountOf = ({ from, to }: Segment, rounding: Rounding): Decimal =>
  minus(roundIndex(to.unwrapped, rounding), roundIndex(from.unwrapped, rounding))

/** Returns the sum of the segments' amounts, multiplied. */
export const sumOf = (segments: readonly Segment[], rounding: Rounding): Decimal =>
  segments.reduce(
    (sum, segment) => plus(sum, times(amountOf(segment, rounding), decimal(segment.multiplier))),
    zero,
  )
