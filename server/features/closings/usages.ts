import { monthsClosedIn } from '../../../contract/closing/closingDates.ts'
import type { UsageRow } from '../../../contract/usage/usages.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { SnapshotIndex } from '../../db/schema.ts'
import type { Presenter } from '../../presenter.ts'
import { assertFew, countPeriods, daysOf, type UsageQuery } from '../usages/index.ts'
import { type AskedPeriods, differenceOf, type MeterPeriod, periodsOf } from './periods.ts'
import { listCycles } from './repository.ts'
import { closedMonths } from './snapshots.ts'

/** Days, `YYYY-MM-DD`, both inclusive. */
interface Range {
  from: string
  to: string
}

/**
 * Returns which periods of which meters have their closing date in a range. A closed month keeps its date, and belongs to
 * its meter also when the meter has left the cycle. `meterIds`: null for all.
 */
async function periodsClosedIn(
  tx: Tx,
  organizationId: number,
  meterIds: readonly number[] | null,
  range: Range,
): Promise<Map<number, AskedPeriods>> {
  const cycles = await listCycles(tx, organizationId)
  const months = { from: monthOf(range.from), to: monthOf(range.to) }
  const rows = await closedMonths(tx, organizationId, meterIds, months)
  const closed = Map.groupBy(rows, ({ meterId }) => meterId)
  const wanted = meterIds && new Set(meterIds)
  const cycleOf = new Map(cycles.flatMap((cycle) => cycle.meterIds.map((id) => [id, cycle] as const)))
  const ids = new Set([...cycleOf.keys(), ...closed.keys()].filter((id) => wanted?.has(id) ?? true))
  return new Map(
    [...ids].map((id) => {
      const cycle = cycleOf.get(id) ?? null
      const ofMeter = closed.get(id) ?? []
      const open = cycle === null ? [] : monthsClosedIn(range.from, range.to, cycle.closingDay)
      const inRange = [
        ...open.filter((month) => ofMeter.every((row) => row.month !== month)),
        ...ofMeter
          .filter(({ closingDate: date }) => date >= range.from && date <= range.to)
          .map(({ month }) => month),
      ]
      return [id, { cycle, months: inRange }]
    }),
  )
}

const monthOf = (date: string) => date.slice(0, 'YYYY-MM'.length)

/** Returns the usages of periods whose closing date lies in the range: of closed ones what they were closed with. */
export async function closingUsages(
  tx: Tx,
  session: Pick<Session, 'organizationId' | 'timeZone'>,
  query: UsageQuery,
  present: Presenter,
): Promise<UsageRow[]> {
  assertWithoutParts(query)
  assertFew(countPeriods('month', daysOf(query)))
  const asked = await periodsClosedIn(tx, session.organizationId, query.meter_ids ?? null, query)
  assertFew([...asked.values()].reduce((sum, { months }) => sum + months.length, 0))
  const periods = await periodsOf(tx, session, asked)
  return periods
    .toSorted((a, b) => a.meterId - b.meterId || a.toAt - b.toAt)
    .map((period) => usageOf(period, present))
}

/** Snapshots are complete, and keep no parts. */
function assertWithoutParts({ so_far, segments, boundaries }: UsageQuery): void {
  const given = { so_far, segments, boundaries: boundaries === false }
  const asked = Object.entries(given).flatMap(([field, isGiven]) => (isGiven ? [field] : []))
  const message = '検針期間（closing）では指定できません'
  if (asked.length > 0)
    throw new Failure('validation_failed', { issues: asked.map((path) => ({ path, message })) })
}

function usageOf(period: MeterPeriod, present: Presenter): UsageRow {
  const { meterId, fromAt, toAt, snapshot, now } = period
  const { usage, mark, start, end } = snapshot ?? now
  const presentIndex = (index: SnapshotIndex | null) =>
    index && { value: index.value, at: present.instant(index.at), reading_ids: index.readingIds }
  return {
    meter_id: meterId,
    from: present.instant(fromAt),
    to: present.instant(toAt),
    usage,
    mark,
    is_corrected: now.isCorrected || differenceOf(period) !== null,
    start: presentIndex(start),
    end: presentIndex(end),
  }
}
