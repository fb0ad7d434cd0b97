import * as z from 'zod/mini'
import { id } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'
import {
  type Decimal,
  decimal,
  isNegative,
  minus,
  plus,
  quotient,
  times,
  toNumber,
  zero,
} from '../usage/decimal.ts'
import { percentChange } from '../usage/perDay.ts'

/** What can be checked before a month is closed. A cycle says which of them are on. */
export const closingChecks = [
  'previous',
  'last_year',
  'zero',
  'parent',
  'backwards',
  'estimated_twice',
  'verification_expired',
] as const
export type ClosingCheck = (typeof closingChecks)[number]

/** The checks that are on until somebody changes them. */
export const initialChecks: readonly ClosingCheck[] = ['previous', 'last_year', 'zero', 'parent']

/** A change of the usage a day is looked at if it exceeds `percent` and is at least `least`. Categories have their own. */
export interface ChangeLimits {
  /** Per cent of the earlier usage, either way. */
  percent: number
  /** In the meter’s unit, a day. */
  least: number
}

export const failedCheckSchema = z.object({
  check: z.enum(closingChecks),
  percent: withDescription(
    z.nullable(z.number()),
    'the change of the usage a day, or of `parent` the part of its usage that its children do not explain; null: it would be of 0, or the check compares nothing',
  ),
  explained_by: withDescription(
    z.optional(
      z.array(
        z.object({
          meter_id: id,
          meter_name: z.string(),
          usage: z.number(),
          usual: withDescription(
            z.nullable(z.number()),
            'what it would have counted at the rate of the month before; null: unknown',
          ),
          is_estimated: z.boolean(),
        }),
      ),
    ),
    'of `parent`: the parent and children that changed towards the difference or are estimated, most first; empty: none',
  ),
  left_out: withDescription(
    z.optional(z.array(z.object({ meter_id: id, meter_name: z.string() }))),
    'of `parent`: children whose closing reading is their first, or that had none yet; missing: none',
  ),
})
/** A check that failed. */
export type FailedCheck = z.infer<typeof failedCheckSchema>

/** What was counted in a period; `length` in milliseconds. */
export interface Counted {
  usage: Decimal
  length: number
}

/** A parent or a child of it in a period. */
export interface Part {
  meterId: number
  meterName: string
  current: Counted
  /** Null: unknown. */
  previous: Counted | null
  isEstimated: boolean
}

const day = decimal(86_400_000)
const hundred = decimal(100)
/** Per cent of the parent's usage, either way. */
const largestDifference = 3
/** A meter explains a difference if its own change is at least this part of it. */
const smallestPart = decimal(10)
const maxExplanations = 5

const magnitude = (value: Decimal): Decimal => (isNegative(value) ? minus(zero, value) : value)
const isAbove = (value: Decimal, limit: Decimal): boolean => isNegative(minus(limit, value))

/** Whether a change exceeds so many per cent of a whole, either way. */
const exceeds = (change: Decimal, whole: Decimal, percent: number): boolean =>
  isAbove(times(magnitude(change), hundred), times(magnitude(whole), decimal(percent)))

/** Returns both usages a day, multiplied by the lengths of both periods: a quotient would be rounded. */
const comparable = (current: Counted, earlier: Counted): [Decimal, Decimal] => [
  times(current.usage, decimal(earlier.length)),
  times(earlier.usage, decimal(current.length)),
]

/** Returns the change of the usage a day in per cent; null if there was none before. */
export const changePerDay = (current: Counted, earlier: Counted): number | null =>
  percentChange(...comparable(current, earlier))

function hasChanged(current: Counted, earlier: Counted, { percent, least }: ChangeLimits): boolean {
  const [now, then] = comparable(current, earlier)
  const change = minus(now, then)
  const smallest = times(decimal(least), times(decimal(current.length), decimal(earlier.length)))
  return exceeds(change, then, percent) && !isAbove(smallest, times(magnitude(change), day))
}

/** Returns what a meter would have counted at the rate of an earlier period. */
const usualOf = ({ usage, length }: Counted, earlier: Counted): Decimal =>
  quotient(
    times(earlier.usage, decimal(length)),
    decimal(earlier.length),
    Math.max(usage.scale, earlier.usage.scale),
  )

/** Returns which meters explain why a parent and its children differ, the one that explains most first. */
function explanationsOf(parent: Part, children: readonly Part[], difference: Decimal) {
  const towardsOf = (part: Part): Decimal => {
    if (part.previous === null) return zero
    const change = minus(part.current.usage, usualOf(part.current, part.previous))
    return isNegative(difference) === (part === parent) ? minus(zero, change) : change
  }
  return [parent, ...children]
    .map((part) => ({ part, towards: towardsOf(part) }))
    .filter(
      ({ part, towards }) =>
        part.isEstimated || !isAbove(magnitude(difference), times(towards, smallestPart)),
    )
    .toSorted((a, b) => toNumber(minus(b.towards, a.towards)))
    .slice(0, maxExplanations)
    .map(({ part: { meterId, meterName, current, previous, isEstimated } }) => ({
      meter_id: meterId,
      meter_name: meterName,
      usage: toNumber(current.usage),
      usual: previous && toNumber(usualOf(current, previous)),
      is_estimated: isEstimated,
    }))
}

interface Compared {
  /** The checks that are on. */
  checks: readonly ClosingCheck[]
  limits: ChangeLimits
  current: Counted
  /** Null: unknown. */
  previous: Counted | null
  /** The same period a year ago; null: unknown. */
  lastYear: Counted | null
}

/** Returns which comparisons with earlier periods a usage fails. */
export function comparisonsOf({ checks, limits, current, previous, lastYear }: Compared): FailedCheck[] {
  const isOn = (check: ClosingCheck) => checks.includes(check)
  if (isOn('zero') && current.usage.units === 0n && previous !== null && previous.usage.units > 0n)
    return [{ check: 'zero', percent: -100 }]
  const compare = (check: 'previous' | 'last_year', earlier: Counted | null): FailedCheck[] =>
    isOn(check) && earlier !== null && hasChanged(current, earlier, limits)
      ? [{ check, percent: changePerDay(current, earlier) }]
      : []
  return [...compare('previous', previous), ...compare('last_year', lastYear)]
}

interface Checked {
  /** The checks that are on. */
  checks: readonly ClosingCheck[]
  limits: ChangeLimits
  /** Null: its usage is unknown. */
  own: Part | null
  /** The same period a year ago; null: unknown. */
  lastYear: Counted | null
  /** All meters below it that had begun to count; null where it has none or one is unknown. */
  children: readonly Part[] | null
  /** The others below it. */
  leftOut: NonNullable<FailedCheck['left_out']>
  isBackwards: boolean
  isEstimatedTwice: boolean
  isVerificationExpired: boolean
}

/** Returns which checks a meter fails. */
export function checksOf({
  checks,
  limits,
  own,
  lastYear,
  children,
  leftOut,
  ...found
}: Checked): FailedCheck[] {
  const isOn = (check: ClosingCheck) => checks.includes(check)
  const failed: FailedCheck[] = own === null ? [] : comparisonsOf({ checks, limits, lastYear, ...own })
  if (own !== null && children !== null && isOn('parent')) {
    const { usage } = own.current
    const below = children.reduce((sum, child) => plus(sum, child.current.usage), zero)
    const difference = minus(usage, below)
    if (exceeds(difference, usage, largestDifference)) {
      const percent = percentChange(plus(usage, difference), usage)
      const explained = { explained_by: explanationsOf(own, children, difference) }
      const left = leftOut.length === 0 ? {} : { left_out: leftOut }
      failed.push({ check: 'parent', percent, ...explained, ...left })
    }
  }
  const add = (check: ClosingCheck, hasFailed: boolean) => {
    if (isOn(check) && hasFailed) failed.push({ check, percent: null })
  }
  add('backwards', found.isBackwards)
  add('estimated_twice', found.isEstimatedTwice)
  add('verification_expired', found.isVerificationExpired)
  return failed
}
