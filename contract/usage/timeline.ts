import {
  type Counting,
  capacityOf,
  differenceBetween,
  indexOf,
  isDuplicate,
  type ReplacedAt,
  type Shown,
} from '../values/consumption.ts'
import type { Rate } from '../values/consumptionSchemas.ts'
import { type Decimal, decimal, isNegative, minus, plus, toNumber } from './decimal.ts'

/** How a counter counts from a moment on, until the next terms. */
export interface Terms extends Omit<Counting, 'rate'> {
  /** Milliseconds since 1970; `-Infinity` for the first terms. */
  from: number
}

/** How a counter counts over time. */
export interface CountingHistory {
  /** In the order of their beginning; at least one. */
  terms: readonly Terms[]
  rate: Rate | null
}

/** Returns the history of a counter that always counted the same way. */
export const alwaysCounting = ({ rate, ...terms }: Counting): CountingHistory => ({
  terms: [{ ...terms, from: Number.NEGATIVE_INFINITY }],
  rate,
})

/** An index in the ledger: a reading with a value, or an estimate by a person. */
export interface Entry extends Shown {
  /** Null for an estimate. */
  readingId: number | null
  isEstimate: boolean
}

/** An index at a moment. */
export interface Moment {
  at: number
  /** The index on the counter. */
  shown: Decimal
  /** The index without rollovers: it goes on beyond the counter's capacity until the meter is replaced. */
  unwrapped: Decimal
}

/** A moment at which the index is known. */
export interface Point extends Moment {
  kind: 'reading' | 'estimate' | 'replacement'
  readingId: number | null
}

/** What lies between two neighbouring points. */
export interface Link {
  from: Point
  to: Point
  /** Number of replacements before. */
  register: number
  rolledOver: boolean
  /** Whether a second record of a replacement lies within it. */
  hasDuplicate: boolean
  /** Why the amount is not known. */
  problem: 'backwards' | 'old_end_unknown' | null
}

export interface Timeline {
  points: Point[]
  /** `links[i]` leads from `points[i]` to `points[i + 1]`; at a replacement it ends with the old meter's last index. */
  links: Link[]
}

/** Returns the terms that apply at a moment. */
export function termsAt(terms: readonly Terms[], at: number): Terms {
  const found = terms.findLast(({ from }) => from <= at) ?? terms[0]
  if (found === undefined) throw new Error('a counter has no terms')
  return found
}

/**
 * Lines up entries and replacements, both sorted by time. At the same moment the replacement comes first, because
 * readings from then on are of the new meter.
 */
export function timelineOf(
  entries: readonly Entry[],
  replacements: readonly ReplacedAt[],
  history: CountingHistory,
): Timeline {
  const points: Point[] = []
  const links: Link[] = []
  let register = 0
  let hasDuplicate = false
  /** The last index that was really shown; rollovers are found from it, never from an estimate. */
  let real: Point | undefined

  const link = (found: Omit<Link, 'register' | 'hasDuplicate'>) => {
    links.push({ ...found, register, hasDuplicate })
    hasDuplicate = false
  }

  const replace = (replaced: ReplacedAt, earlier: ReplacedAt | undefined) => {
    const old = countingAt(history, replaced.at - 1)
    if (isDuplicate(replaced, earlier, real && { value: toNumber(real.shown), at: real.at }, old)) {
      hasDuplicate = true
      return
    }
    const { at, oldEnd, newStart } = replaced
    const before = points.at(-1)
    if (before !== undefined) {
      const end = oldEnd === null ? null : follow(real ?? before, { at, value: oldEnd }, old)
      const { shown, unwrapped } = end ?? before
      const to: Point = { at, shown, unwrapped, kind: 'replacement', readingId: null }
      const problem = end === null ? 'old_end_unknown' : end.isBackwards ? 'backwards' : null
      link({ from: before, to, rolledOver: end?.rolledOver ?? false, problem })
    }
    register++
    const shown = indexOf(newStart, countingAt(history, at).decimals)
    real = { at, shown, unwrapped: shown, kind: 'replacement', readingId: null }
    points.push(real)
  }

  const add = (entry: Entry) => {
    const { at, readingId, isEstimate } = entry
    const before = points.at(-1)
    const reference = real ?? before
    const counting = countingAt(history, reference?.at ?? at)
    const { shown, unwrapped, rolledOver, isBackwards } = follow(reference, entry, counting)
    const point: Point = { at, shown, unwrapped, kind: isEstimate ? 'estimate' : 'reading', readingId }
    points.push(point)
    if (!isEstimate) real = point
    const problem = isBackwards && !isEstimate ? 'backwards' : null
    if (before !== undefined) link({ from: before, to: point, rolledOver, problem })
  }

  let next = 0
  const replaceUntil = (at: number) => {
    for (let replaced = replacements[next]; replaced && replaced.at <= at; replaced = replacements[next]) {
      replace(replaced, replacements[next - 1])
      next++
    }
  }
  for (const entry of entries) {
    replaceUntil(entry.at)
    add(entry)
  }
  replaceUntil(Number.POSITIVE_INFINITY)
  return { points, links }
}

const countingAt = ({ terms, rate }: CountingHistory, at: number) => ({ ...termsAt(terms, at), rate })

/** Returns the index that follows `reference` on the same meter, over its rollover where that is plausible. */
function follow(reference: Point | undefined, { at, value }: Shown, counting: Omit<Counting, 'multiplier'>) {
  const shown = indexOf(value, counting.decimals)
  if (reference === undefined) return { shown, unwrapped: shown, rolledOver: false, isBackwards: false }
  const counted = minus(shown, reference.shown)
  const straight = plus(reference.unwrapped, counted)
  if (!isNegative(counted)) return { shown, unwrapped: straight, rolledOver: false, isBackwards: false }
  const before = { value: toNumber(reference.shown), at: reference.at }
  const difference = differenceBetween(before, { at, value }, counting)
  const rolledOver = difference?.rolledOver ?? false
  const unwrapped = rolledOver ? plus(straight, decimal(capacityOf(counting) ?? 0)) : straight
  return { shown, unwrapped, rolledOver, isBackwards: difference === null }
}
