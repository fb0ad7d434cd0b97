import { decimal, minus, plus, toNumber, zero } from './decimal.ts'

/** A usage and the number of days in which it came about. */
export interface UsageOfDays {
  usage: number
  days: number
}

/** Returns by what part a usage per day differs from an earlier one: 0.1 is 10 % more. Null if that was 0. */
export function changePerDay(current: UsageOfDays, earlier: UsageOfDays): number | null {
  const before = earlier.usage / earlier.days
  return before === 0 ? null : (current.usage / current.days - before) / before
}

/** Returns what a parent meter counted more than its children, and which part of its usage that is. */
export function excessOfParent(
  parent: number,
  children: readonly number[],
): { difference: number; part: number | null } {
  const sum = children.reduce((total, child) => plus(total, decimal(child)), zero)
  const difference = toNumber(minus(decimal(parent), sum))
  return { difference, part: parent === 0 ? null : difference / parent }
}

/** Returns a month's usage with the difference that a correction made to the closed month before (次月で調整). */
export function withCarriedDifference(usage: number, closed: number, corrected: number): number {
  return toNumber(plus(decimal(usage), minus(decimal(corrected), decimal(closed))))
}
