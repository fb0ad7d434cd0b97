import type { Meter } from '../../../contract/meters.ts'
import type { Reading } from '../../../contract/readings.ts'
import { changeSinceLast } from '../../lib/readings/plausibility.ts'

/** Shorter spans say nothing about a day. Milliseconds. */
const leastSpan = 3_600_000
const day = 86_400_000

/**
 * Returns how far a value is from the previous one, over a rollover of a counter, and how much that is a day. Null: there is
 * nothing to compare it with. `perDay` is null where it says nothing.
 */
export function differenceOf(
  { created_at: time }: Pick<Reading, 'created_at'>,
  previous: Pick<Reading, 'value' | 'created_at'> | null,
  value: number | null,
  meter: Meter | undefined,
): { amount: number; perDay: number | null } | null {
  if (value === null || meter === undefined || previous === null || previous.value === null) return null
  const evidence = [{ value: previous.value, created_at: previous.created_at }]
  const change = changeSinceLast({ shown: { value, at: Date.parse(time) }, meter: { ...meter, evidence } })
  if (change === null) return null
  const amount = change.amount ?? change.difference
  const span = Date.parse(time) - change.last.at
  return { amount, perDay: meter.is_cumulative && span >= leastSpan ? (amount / span) * day : null }
}
