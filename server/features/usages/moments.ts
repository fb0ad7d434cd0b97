import type { Timeline } from '../../../contract/usage/timeline.ts'
import { capacityOf } from '../../../contract/values/consumption.ts'
import type { Counter } from '../readings/index.ts'

const day = 86_400_000
/** Between two indices a counter must not count more than this part of its capacity: otherwise rollovers are lost. */
const safePart = 0.5
/** A counter may exceed its greatest rate by half. */
const headroom = 1.5
/** Moments between two boundaries, at most. */
const maxBetween = 31

/**
 * Returns the moments between the boundaries of periods at which the index of a meter must be known for their usages:
 * what was shown before each replacement and at each change of terms, and so many others that no rollover is lost at
 * the meter's greatest rate.
 */
export function momentsBetween(boundaries: readonly number[], counter: Counter): number[] {
  const [first = 0, last = 0] = [boundaries[0], boundaries.at(-1)]
  // Until then readings are of the old meter.
  const replaced = counter.replacements.map(({ at }) => at - 1)
  const changed = [...replaced, ...counter.terms.map(({ from }) => from)]
  return [
    ...boundaries.flatMap((at, index) => between(at, boundaries[index + 1], counter)),
    ...changed.filter((at) => at > first && at < last),
  ]
}

function between(from: number, to: number | undefined, { digits, decimals, rate }: Counter): number[] {
  const capacity = capacityOf({ digits, decimals })
  if (to === undefined || capacity === null || rate === null) return []
  const longest = (capacity * safePart * day) / (rate.greatest * headroom)
  return split(from, to, Math.min(Math.ceil((to - from) / longest), maxBetween))
}

const split = (from: number, to: number, parts: number): number[] =>
  Array.from({ length: parts - 1 }, (_, index) => Math.round(from + ((to - from) * (index + 1)) / parts))

/** Returns moments within the stretches in which a counter seems to have fallen: it may have rolled over unseen. */
export const momentsOfFalls = ({ links }: Timeline): number[] =>
  links.flatMap(({ from, to, problem }) => (problem === 'backwards' ? split(from.at, to.at, maxBetween) : []))
