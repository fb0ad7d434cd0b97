import { type Decimal, decimal, isNegative, minus, plus, roundedTo, toNumber } from '../usage/decimal.ts'
import type { ConsumptionNote, Rate } from './consumptionSchemas.ts'

/** How a counter counts. */
export interface Counting {
  /** Figures of the counter, decimals included; null: not known, so that it is never taken to roll over. */
  digits: number | null
  decimals: number | null
  /** From figures to what was consumed. */
  multiplier: number
  rate: Rate | null
}

/** What a counter showed; `at` in milliseconds since 1970. */
export interface Shown {
  value: number
  at: number
}

/** From `at` on readings are of the new meter. */
export interface ReplacedAt {
  at: number
  /** Null: nobody read it. */
  oldEnd: number | null
  newStart: number
}

export interface Consumption {
  amount: number | null
  note: ConsumptionNote | null
}

const day = 86_400_000
/** Without a learned rate: a rollover that would consume more of the counter’s figures is none. */
const unlearnedPart = 0.1
/** However fast it counts: beyond this part a rollover cannot be told from going backwards. */
const greatestPart = 0.5
/** A rollover may be this much faster than the greatest rate. */
const rolloverHeadroom = 3
/** Faster than the greatest rate by this factor is too fast. */
const rateHeadroom = 1.5

/** How many units a counter shows until it begins anew; null: not known. */
export const capacityOf = ({ digits, decimals }: Pick<Counting, 'digits' | 'decimals'>): number | null =>
  digits === null ? null : 10 ** (digits - (decimals ?? 0))

/** Whether a value has more digits before its decimal point than the meter shows. */
export function exceedsDigits(value: number, counting: Pick<Counting, 'digits' | 'decimals'>): boolean {
  const capacity = capacityOf(counting)
  return capacity !== null && Math.abs(value) >= capacity
}

/** Error message for a value that exceeds the digits of its meter. */
export const exceedsDigitsText = ({ digits, decimals }: Pick<Counting, 'digits' | 'decimals'>): string =>
  `${digits}桁のメーターです。整数部は${(digits ?? 0) - (decimals ?? 0)}桁までです`

/** The greatest difference to expect after so many milliseconds; null: not learned. */
export const greatestDifference = (rate: Rate | null, elapsed: number): number | null =>
  rate && rate.greatest * rateHeadroom * Math.max(elapsed / day, rate.days)

/** Decimals of an index where those of the meter are not known. */
export const unknownDecimals = 6

/** Returns the exact index that a value stands for, in the counter's smallest digit. */
export const indexOf = (value: number, decimals: number | null): Decimal =>
  roundedTo(decimal(value), decimals ?? unknownDecimals)

/**
 * What a counter counted from one reading to another, by its figures: over its rollover where that is plausible; null:
 * it went backwards.
 */
export function differenceBetween(
  from: Shown,
  to: Shown,
  counting: Omit<Counting, 'multiplier'>,
): { amount: number; rolledOver: boolean } | null {
  const [start, end] = [indexOf(from.value, counting.decimals), indexOf(to.value, counting.decimals)]
  const difference = minus(end, start)
  if (!isNegative(difference)) return { amount: toNumber(difference), rolledOver: false }
  const capacity = capacityOf(counting)
  if (capacity === null || from.value >= capacity || to.value < 0) return null
  const wrapped = toNumber(plus(difference, decimal(capacity)))
  const { rate } = counting
  const elapsed = Math.max((to.at - from.at) / day, rate?.days ?? 0)
  const limit = rate ? rate.greatest * rolloverHeadroom * elapsed : capacity * unlearnedPart
  return wrapped <= Math.min(limit, capacity * greatestPart) ? { amount: wrapped, rolledOver: true } : null
}

/** Old ends this many times closer to each other than to what was shown in between are of one meter. */
const duplicateCloseness = 10

/**
 * Whether a replacement is a second record of the one before it, as when office and phone both record it: it ends where
 * that one ended, and the meter that was put there then cannot have come so far. A meter that was replaced twice goes on
 * from its start value. `last`: the last reading before it, or the replacement before.
 */
export function isDuplicate(
  { at, oldEnd }: ReplacedAt,
  earlier: ReplacedAt | undefined,
  last: Shown | undefined,
  counting: Omit<Counting, 'multiplier'>,
): boolean {
  if (earlier === undefined || earlier.oldEnd === null || oldEnd === null) return false
  const start = { value: earlier.newStart, at: earlier.at }
  const shown = last === undefined || last.at < earlier.at ? start : last
  const distance = (from: Shown, to: Shown) =>
    differenceBetween(from, to, counting)?.amount ?? Math.abs(to.value - from.value)
  const jump = distance(shown, { value: oldEnd, at })
  return Math.abs(oldEnd - earlier.oldEnd) * duplicateCloseness < jump && distance(start, shown) < jump
}
