import type { Input } from '../../../contract/calls/endpoint.ts'
import { toNumber } from '../../../contract/usage/decimal.ts'
import { roundIndex, type Segment, sumOf } from '../../../contract/usage/segments.ts'
import type { Moment } from '../../../contract/usage/timeline.ts'
import {
  type BoundaryIndex,
  type Ledger,
  ledgerOf,
  type MeterHistory,
  type Usage,
  usageSoFar,
  usagesByPeriod,
} from '../../../contract/usage/usage.ts'
import {
  type CalendarPeriod,
  maxUsages,
  type UsageRow,
  type usageEndpoints,
} from '../../../contract/usage/usages.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { MeterKey } from '../../db/reading-order.ts'
import type { Presenter } from '../../presenter.ts'
import { isoInZone } from '../../time-zone.ts'
import { type Counter, countersOf } from '../readings/index.ts'
import { findEstimates, findFirstAndLast, findIndices, type Index } from './indices.ts'
import { momentsBetween, momentsOfFalls } from './moments.ts'
import { boundariesOf, countPeriods, type Days } from './periods.ts'

/** Months of one meter that are compared with each other, at most; readings may bear any year. */
const maxMonths = 1200

export type UsageQuery = Input<(typeof usageEndpoints)['usages']>['query']

/** The usages of the meters that count up, by their ids and by time. */
export async function usagesOf(
  tx: Tx,
  { organizationId, timeZone }: Pick<Session, 'organizationId' | 'timeZone'>,
  query: UsageQuery & { period: CalendarPeriod },
  present: Presenter,
): Promise<UsageRow[]> {
  const days = daysOf(query)
  const counters = await countersOf(tx, organizationId, query.meter_ids ?? null)
  assertFew(Math.max(1, counters.size) * countPeriods(query.period, days))
  const boundaries = boundariesOf(query.period, days, timeZone)
  const ledgers = await ledgersOf(tx, organizationId, counters, () => boundaries)
  // All meters have the same boundaries.
  const instants = new Map(boundaries.map((at) => [at, present.instant(at)]))
  const instant = (at: number) => instants.get(at) ?? present.instant(at)
  return [...ledgers]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([meterId, found]) => rowsOf(meterId, found, boundaries, { query, instant }))
}

/**
 * Returns the beginnings of the months that have readings of a meter, from its first reading until its last one, so that
 * neither month is unknown only because it is not complete.
 */
export async function monthsOfReadings(tx: Tx, meter: MeterKey, zone: string): Promise<number[]> {
  const span = await findFirstAndLast(tx, meter)
  if (span === null) return []
  const dayOf = (at: number) => Date.parse(isoInZone(zone, at).slice(0, 'YYYY-MM-DD'.length))
  const starts = boundariesOf('month', { first: dayOf(span.first), last: dayOf(span.last) }, zone)
  const between = starts.filter((at) => at > span.first && at < span.last)
  return [...new Set([span.first, ...between, span.last])].slice(-maxMonths - 1)
}

/** Returns the usage of one meter from each boundary to the next; null where it is unknown. */
export async function usagesBetween(
  tx: Tx,
  { organizationId, id }: MeterKey,
  counter: Counter,
  boundaries: readonly number[],
): Promise<(number | null)[]> {
  const ledgers = await ledgersOf(tx, organizationId, new Map([[id, counter]]), () => boundaries)
  return [...ledgers.values()].flatMap(({ ledger }) =>
    usagesByPeriod(ledger, boundaries).map(({ usage }) => usage && toNumber(usage)),
  )
}

/** Refuses an end before the start. */
export function daysOf({ from, to }: Pick<UsageQuery, 'from' | 'to'>): Days {
  const days = { first: Date.parse(from), last: Date.parse(to) }
  if (days.last < days.first) throw invalid('終了日には開始日以降の日付を指定してください')
  return days
}

/** Refuses more rows than one answer holds. `path`: the field that asks for too many. */
export function assertFew(rows: number, path: 'to' | 'meter_ids' = 'to'): void {
  if (rows <= maxUsages) return
  const way = path === 'to' ? '期間を短くするか、メーターを減らして' : 'メーターを減らして'
  throw invalid(`一度に取得できるのは${maxUsages.toLocaleString('ja-JP')}件までです。${way}ください`, path)
}

const invalid = (message: string, path = 'to') =>
  new Failure('validation_failed', { issues: [{ path, message }] })

interface IndexHistory extends MeterHistory {
  entries: Index[]
}

/** A meter's ledger, and what it follows from. */
export interface MeterLedger {
  history: IndexHistory
  ledger: Ledger
}

/**
 * Returns what the usages of these periods follow from, by meter: not all readings, but those at the moments that matter.
 * `before`: the indices at the boundaries and the estimates by meter, if they were looked up before.
 */
export async function ledgersOf(
  tx: Tx,
  organizationId: number,
  counters: ReadonlyMap<number, Counter>,
  boundariesFor: (meterId: number) => readonly number[],
  before?: Record<'known' | 'estimates', ReadonlyMap<number, Index[]>>,
): Promise<Map<number, MeterLedger>> {
  const asked = [...counters].flatMap(([meterId, counter]) => {
    const boundaries = boundariesFor(meterId)
    const between = momentsBetween(boundaries, counter)
    return (before === undefined ? [...boundaries, ...between] : between).map((at) => ({ meterId, at }))
  })
  const found = await findIndices(tx, organizationId, asked)
  const estimates = before?.estimates ?? (await findEstimates(tx, organizationId, [...counters.keys()]))
  const ledgers = new Map(
    [...counters].map(([meterId, counter]) => {
      const [ofMeter = [], estimated] = [found.get(meterId), estimates.get(meterId)]
      const isComplete = before === undefined && estimated === undefined
      const entries = isComplete ? ofMeter : merge(before?.known.get(meterId), ofMeter, estimated)
      return [meterId, meterLedgerOf(counter, entries)]
    }),
  )
  const fallen = [...ledgers].flatMap(([meterId, { ledger }]) =>
    momentsOfFalls(ledger.timeline).map((at) => ({ meterId, at })),
  )
  for (const [meterId, more] of await findIndices(tx, organizationId, fallen)) {
    const fell = ledgers.get(meterId)
    if (fell !== undefined)
      ledgers.set(meterId, meterLedgerOf(fell.history, merge(fell.history.entries, more)))
  }
  return ledgers
}

function meterLedgerOf(
  { terms, rate, replacements, rounding }: Omit<MeterHistory, 'entries'>,
  entries: Index[],
): MeterLedger {
  const history = { terms, rate, replacements, entries, rounding }
  return { history, ledger: ledgerOf(history) }
}

/** An estimate at the moment of a reading comes first, so that the reading settles it. */
function merge(...lists: (readonly Index[] | undefined)[]): Index[] {
  const entries = lists.flatMap((list) => list ?? [])
  const byId = new Map(entries.map((entry) => [entry.readingId ?? `estimate ${entry.at}`, entry]))
  return [...byId.values()].sort((a, b) => a.at - b.at || (a.readingId ?? 0) - (b.readingId ?? 0))
}

function rowsOf(
  meterId: number,
  { history, ledger }: MeterLedger,
  boundaries: readonly number[],
  { query, instant }: { query: UsageQuery; instant: (at: number) => string },
): UsageRow[] {
  const corrected = new Set(
    history.entries.filter((entry) => entry.isCorrected).map((entry) => entry.readingId),
  )
  const presentIndex = (index: BoundaryIndex) => ({
    value: toNumber(index.value),
    at: instant(index.at),
    reading_ids: index.readingIds,
  })
  const presentMoment = ({ shown, at }: Moment) => ({
    value: toNumber(roundIndex(shown, history.rounding)),
    at: instant(at),
  })
  const presentSegment = (segment: Segment) => ({
    start: presentMoment(segment.from),
    end: presentMoment(segment.to),
    multiplier: segment.multiplier,
    usage: toNumber(sumOf([segment], history.rounding)),
  })
  const presentSoFar = ({ usage, mark, end }: Usage) =>
    usage && end && { so_far: { usage: toNumber(usage), mark, end: presentIndex(end) } }
  return usagesByPeriod(ledger, boundaries).map((found, index) => {
    const [from = 0, to = 0] = boundaries.slice(index)
    const { usage, mark, start, end } = found
    const soFar = query.so_far && usage === null ? usageSoFar(ledger, from, to) : null
    const isOfCorrected = (index: BoundaryIndex | null | undefined) =>
      index?.readingIds.some((id) => corrected.has(id)) === true
    return {
      meter_id: meterId,
      from: instant(from),
      to: instant(to),
      usage: usage && toNumber(usage),
      mark,
      is_corrected: corrected.size > 0 && [start, end, soFar?.end].some(isOfCorrected),
      ...(query.boundaries !== false && {
        start: start && presentIndex(start),
        end: end && presentIndex(end),
      }),
      ...(soFar && presentSoFar(soFar)),
      ...(query.segments && { segments: (soFar ?? found).segments.map(presentSegment) }),
    }
  })
}
