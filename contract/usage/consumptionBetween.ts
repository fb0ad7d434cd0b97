import type { Consumption, ReplacedAt, Shown } from '../values/consumption.ts'
import { toNumber } from './decimal.ts'
import type { Rounding } from './rounding.ts'
import { segmentsOf, sumOf } from './segments.ts'
import { type CountingHistory, timelineOf } from './timeline.ts'

/**
 * What was consumed between two readings, the second of which may be unread: over rollovers and over replacements of
 * the meter, which are sorted by time. Earlier replacements tell which ones were recorded twice.
 */
export function consumptionBetween(
  previous: Shown,
  { value, at }: { value: number | null; at: number },
  replacements: readonly ReplacedAt[],
  history: CountingHistory,
  rounding: Rounding = 'none',
): Consumption {
  if (value === null) return { amount: null, note: 'unread' }
  const entries = [previous, { value, at }].map((shown) => ({ ...shown, readingId: null, isEstimate: false }))
  const { points, links } = timelineOf(
    entries,
    replacements.filter((replaced) => replaced.at <= at),
    history,
  )
  const between = links.slice(points.findIndex(({ kind }) => kind === 'reading'))
  const problem = between.find((link) => link.problem !== null)?.problem
  if (problem) return { amount: null, note: problem }
  const segments = segmentsOf(
    between.map((link) => ({ link, from: link.from, to: link.to })),
    history.terms,
  )
  const amount = toNumber(sumOf(segments, rounding))
  // Values stored by earlier versions were not limited.
  if (!Number.isFinite(amount)) return { amount: null, note: 'unread' }
  if (between.some(({ hasDuplicate }) => hasDuplicate)) return { amount, note: 'duplicate_replacement' }
  if (between.length > 1) return { amount, note: 'replaced' }
  return { amount, note: between[0]?.rolledOver ? 'rolled_over' : null }
}
