import type { ReplacedAt, Shown } from './consumption.ts'
import type { Rate } from './consumptionSchemas.ts'

const day = 86_400_000
/** Days of readings that a rate is learned from. */
export const learnedDays = 90
/** Closer readings say more of their errors than of the meter. */
const shortest = day / 2
/** Fewer steps than these do not show how fast a meter counts. */
const minSteps = 2

/**
 * How fast a counter counts, from what it reliably showed, sorted by time; null: not known, or it stood still. No single
 * misread value sets it: readings that contradict the most others are left out, and of the steps that remain the
 * greatest is not counted.
 */
export function learnRate(shown: readonly Shown[], replacements: readonly ReplacedAt[]): Rate | null {
  const segmentOf = ({ at }: Shown) => replacements.filter((replaced) => replaced.at <= at).length
  const steps = [...Map.groupBy(shown, segmentOf).values()].flatMap((segment) =>
    stepsOf(consistent(spread(segment))),
  )
  if (steps.length < minSteps) return null
  const slowest = steps.toSorted((a, b) => a.amount / a.days - b.amount / b.days).slice(0, -1)
  const fastest = slowest.at(-1)
  if (fastest === undefined || fastest.amount === 0) return null
  return {
    usual: sumOf(slowest, 'amount') / sumOf(slowest, 'days'),
    greatest: fastest.amount / fastest.days,
    days: steps.map(({ days }) => days).toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 1,
  }
}

interface Step {
  amount: number
  days: number
}

const sumOf = (steps: readonly Step[], field: keyof Step) => steps.reduce((sum, step) => sum + step[field], 0)

function spread(shown: readonly Shown[]): Shown[] {
  const kept: Shown[] = []
  for (const each of shown) if (each.at - (kept.at(-1)?.at ?? -Infinity) >= shortest) kept.push(each)
  return kept
}

/** The most readings that never go backwards. */
function consistent(shown: readonly Shown[]): Shown[] {
  const longest: Shown[][] = []
  for (const each of shown) {
    const before = longest
      .filter((chain) => (chain.at(-1)?.value ?? 0) <= each.value)
      .reduce<Shown[]>((best, chain) => (chain.length > best.length ? chain : best), [])
    longest.push([...before, each])
  }
  return longest.reduce<Shown[]>((best, chain) => (chain.length > best.length ? chain : best), [])
}

const stepsOf = (shown: readonly Shown[]): Step[] =>
  shown.slice(1).map((each, index) => {
    const before = shown[index] ?? each
    return { amount: each.value - before.value, days: (each.at - before.at) / day }
  })
