import { type Decimal, minus, plus, zero } from '../usage/decimal.ts'
import { type Ledger, type Usage, usageBetween } from '../usage/usage.ts'

/** Raised when the rules by which closing readings or usages are found change. Closed periods name theirs. */
export const closingRules = 1

/** A closed period of a meter. */
export interface ClosedPeriod {
  /** The closing reading at its start, as the ledger knows it now; null if there is none. */
  startAt: number | null
  /** What it was closed with, `adjustment` included; null: unknown. */
  usage: Decimal | null
  /** The part of its usage that adjusts earlier closed periods. */
  adjustment: Decimal
}

export interface PeriodUsage {
  /** Own usage and adjustment; null: unknown. */
  usage: Decimal | null
  /** How much earlier closed periods have changed since they were closed: it is settled in this one (次月で調整). */
  adjustment: Decimal
  /** What the ledger says of the period alone. */
  own: Usage | null
  /** When the usage of the period alone begins; null: unknown. */
  startAt: number | null
}

/**
 * Returns the usage from one closing reading to the next, never interpolated. What the closed periods directly before it,
 * in the order of time, counted too much or too little is settled in it, so that the usages of all of them sum to what
 * the ledger says of the whole span. A period that was closed without a reading is continued.
 */
export function periodUsage(
  ledger: Ledger,
  earlier: readonly ClosedPeriod[],
  startAt: number | null,
  endAt: number | null,
): PeriodUsage {
  const start = startAt ?? earlier.findLast((closed) => closed.startAt !== null)?.startAt ?? null
  if (start === null || endAt === null) return { usage: null, adjustment: zero, own: null, startAt: start }
  const own = between(ledger, start, endAt)
  if (own.usage === null) return { usage: null, adjustment: zero, own, startAt: start }
  // A gap that nobody knows, such as a replacement without an old end, cuts off the periods before it.
  for (const [index, closed] of earlier.entries()) {
    if (closed.startAt === null) continue
    const all = between(ledger, closed.startAt, endAt).usage
    if (all === null) continue
    const billed = earlier.slice(index).reduce((sum, { usage }) => plus(sum, usage ?? zero), zero)
    const usage = minus(plus(all, closed.adjustment), billed)
    return { usage, adjustment: minus(usage, own.usage), own, startAt: start }
  }
  return { usage: own.usage, adjustment: zero, own, startAt: start }
}

/** The multiplier may change between two readings: what was counted until then is not known. */
function between(ledger: Ledger, from: number, to: number): Usage {
  const usage = usageBetween(ledger, from, to)
  return usage.mark === 'interpolated' ? { ...usage, usage: null, mark: 'unknown' } : usage
}
