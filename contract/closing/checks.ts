/** What is checked before a month is closed. */
export const closingChecks = ['previous', 'last_year', 'zero', 'parent'] as const
type ClosingCheck = (typeof closingChecks)[number]

/** A check that failed. */
export interface FailedCheck {
  check: ClosingCheck
  /** The change of the usage a day, or the part of the parent's usage that its children do not explain; null: of 0. */
  percent: number | null
}

/** What was counted in a period; `days` is its length. */
export interface Counted {
  usage: number
  days: number
}

/** Per cent, either way. */
const largestChange = 50
/** Per cent of the parent's usage, either way. */
const largestDifference = 3

const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? (part === 0 ? 0 : null) : (part / whole) * 100

/** Returns the change of the usage a day in per cent; null if there was none before. */
export const changePerDay = (current: Counted, earlier: Counted): number | null =>
  percentOf(current.usage / current.days - earlier.usage / earlier.days, earlier.usage / earlier.days)

const exceeds = (percent: number | null, limit: number): boolean =>
  percent === null || Math.abs(percent) > limit

/** Null: unknown. `children`: the usages of all meters below it, or null where it has none or one is unknown. */
interface Checked {
  current: Counted
  previous: Counted | null
  lastYear: Counted | null
  children: readonly number[] | null
}

/** Returns which checks a meter's usage fails. */
export function checksOf({ current, previous, lastYear, children }: Checked): FailedCheck[] {
  const failed: FailedCheck[] = []
  const add = (check: ClosingCheck, percent: number | null, limit: number) => {
    if (exceeds(percent, limit)) failed.push({ check, percent: percent && Math.round(percent * 100) / 100 })
  }
  const isZero = current.usage === 0 && previous !== null && previous.usage > 0
  if (isZero) failed.push({ check: 'zero', percent: -100 })
  else if (previous !== null) add('previous', changePerDay(current, previous), largestChange)
  if (lastYear !== null && !isZero) add('last_year', changePerDay(current, lastYear), largestChange)
  if (children !== null) {
    const below = children.reduce((sum, usage) => sum + usage, 0)
    add('parent', percentOf(current.usage - below, current.usage), largestDifference)
  }
  return failed
}
