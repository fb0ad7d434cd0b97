import type { Counted } from '../../../contract/closing/checks.ts'
import { addMonths, closingTimeOf } from '../../../contract/closing/closingDates.ts'
import { closingReadingOf, type Tolerance } from '../../../contract/closing/closingReading.ts'
import type { OpenState } from '../../../contract/closing/closings.ts'
import { periodUsage } from '../../../contract/closing/periodUsage.ts'
import { type Decimal, decimal, isNegative, minus, toNumber } from '../../../contract/usage/decimal.ts'
import { roundIndex } from '../../../contract/usage/segments.ts'
import { type Ledger, ranBackwards, type UsageMark } from '../../../contract/usage/usage.ts'
import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { SnapshotIndex, SnapshotSegment } from '../../db/schema.ts'
import { instantOfLocal } from '../../time-zone.ts'
import { countersOf } from '../readings/index.ts'
import { findEstimates, type Index, ledgersOf } from '../usages/index.ts'
import { type Candidate, type ClosingTime, findCandidates, findUnconfirmed, keyOf } from './candidates.ts'
import type { CycleRow } from './repository.ts'
import { type ClosedMonth, lastClosedMonths, latestSnapshots } from './snapshots.ts'

const day = 86_400_000

/** What a meter's period would be closed with now. */
export interface Facts {
  state: OpenState
  mark: UsageMark
  usage: number | null
  adjustment: number
  /** The usage without the adjustment; null: unknown. */
  own: Counted | null
  days: number | null
  isBackwards: boolean
  start: SnapshotIndex | null
  end: SnapshotIndex | null
  segments: SnapshotSegment[]
  /** Whether a person corrected one of its closing readings. */
  isCorrected: boolean
}

/** A meter's period; times in milliseconds since 1970. */
export interface MeterPeriod {
  meterId: number
  month: string
  fromAt: number
  toAt: number
  /** Null: it is open. */
  snapshot: ClosedMonth | null
  now: Facts
}

/** Periods of a meter. Without a cycle only closed ones are known. */
export interface AskedPeriods {
  cycle: CycleRow | null
  months: readonly string[]
}

type Owner = Pick<Session, 'organizationId' | 'timeZone'>

export const closingAt = (timeZone: string, cycle: CycleRow, month: string): number =>
  instantOfLocal(timeZone, closingTimeOf(month, cycle)).getTime()

const later = (one: string, other: string) => (one > other ? one : other)

interface Span {
  meterId: number
  month: string
  fromAt: number
  toAt: number
  snapshot: ClosedMonth | null
  /** The closed periods before it, without a gap, that the ledger still knows, in the order of time. */
  earlier: ClosedMonth[]
}

/** Returns the periods of the meters that count up, by meter and month as asked, as the ledger knows them now. */
export async function periodsOf(
  tx: Tx,
  { organizationId, timeZone }: Owner,
  asked: ReadonlyMap<number, AskedPeriods>,
): Promise<MeterPeriod[]> {
  const counters = await countersOf(tx, organizationId, [...asked.keys()])
  const lastAsked = [...asked.values()].reduce((last, { months }) => months.reduce(later, last), '')
  if (lastAsked === '') return []
  // The month before the first closed one ends when that begins, and a month starts where the one before it ended.
  const shown = new Set([...asked.values()].flatMap(({ months }) => months))
  const withIndices = [...shown].flatMap((month) => [addMonths(month, -1), month])
  const meterIds = [...counters.keys()]
  const snapshots = await latestSnapshots(tx, organizationId, meterIds, addMonths(lastAsked, 1), withIndices)
  const lastClosed = await lastClosedMonths(tx, organizationId)
  const closesAt = closingTimes(timeZone)
  const spans: Span[] = []
  const times: ClosingTime[] = []
  for (const meterId of counters.keys()) {
    const { cycle, months } = asked.get(meterId) ?? { cycle: null, months: [] }
    const closed = snapshots.get(meterId) ?? []
    const chain = { closed, closedUntil: (cycle && lastClosed.get(cycle.id)) ?? '' }
    const ofMeter = months.flatMap((month) => spanOf({ meterId, month, cycle }, chain, closesAt) ?? [])
    const moments = ofMeter.flatMap(({ fromAt, toAt, earlier }) => [
      fromAt,
      toAt,
      ...earlier.map((row) => row.fromAt),
    ])
    for (const at of new Set(moments)) times.push({ meterId, at, tolerance: toleranceAt(at, closed, cycle) })
    spans.push(...ofMeter)
  }
  const estimates = await findEstimates(tx, organizationId, meterIds)
  const chosen = await chooseReadings(tx, organizationId, times, estimates)
  const known = new Map([...chosen].map(([meterId, ofMeter]) => [meterId, [...ofMeter.values()]]))
  const boundariesFor = (meterId: number) =>
    [...new Set(known.get(meterId)?.map(({ at }) => at))].sort((a, b) => a - b)
  const ledgers = await ledgersOf(tx, organizationId, counters, boundariesFor, { known, estimates })
  const missing = times.filter(({ meterId, at }) => chosen.get(meterId)?.has(at) !== true)
  const unconfirmed = await findUnconfirmed(tx, organizationId, missing)
  return spans.flatMap((span) => {
    const found = ledgers.get(span.meterId)
    if (found === undefined) return []
    const { earlier: _, ...period } = span
    const readings = chosen.get(span.meterId) ?? new Map<number, Candidate>()
    return [{ ...period, now: factsOf(span, found.ledger, readings, unconfirmed) }]
  })
}

/** Returns when months of cycles are closed, computed once for all meters. */
function closingTimes(timeZone: string) {
  const known = new Map<string, number>()
  return (cycle: CycleRow, month: string): number => {
    const key = `${cycle.id} ${month}`
    const at = known.get(key) ?? closingAt(timeZone, cycle, month)
    known.set(key, at)
    return at
  }
}

interface Chain {
  /** The meter's closed months in the order of time. */
  closed: readonly ClosedMonth[]
  /** The last month that its cycle has closed; empty: none. */
  closedUntil: string
}

/** Returns null of a month that has no closing time, or that is part of the meter's next open one. */
function spanOf(
  { meterId, month, cycle }: { meterId: number; month: string; cycle: CycleRow | null },
  { closed, closedUntil }: Chain,
  closesAt: (cycle: CycleRow, month: string) => number,
): Span | null {
  const snapshot = closed.find((row) => row.month === month) ?? null
  const last = closed.findLast((row) => row.month < month)
  // The cycle that a meter came into had closed these months before: none of them is closed again.
  const isMissed = (wanted: string) => last !== undefined && wanted > last.month && wanted <= closedUntil
  if (snapshot === null && isMissed(month)) return null
  const monthBefore = addMonths(month, -1)
  const isNext = last?.month === monthBefore || isMissed(monthBefore)
  const before = (snapshot ? snapshot.fromAt === last?.closing.toAt : isNext) ? last : undefined
  const scheduled = (wanted: string) => cycle && closesAt(cycle, wanted)
  const fromAt = snapshot?.fromAt ?? before?.closing.toAt ?? scheduled(monthBefore)
  const toAt = snapshot?.closing.toAt ?? scheduled(month)
  if (fromAt === null || toAt === null) return null
  return { meterId, month, fromAt, toAt, snapshot, earlier: before ? knownUntil(before, closed) : [] }
}

/** Returns a closed month and those before it, as far as each begins where the one before it ended. */
function knownUntil(last: ClosedMonth, closed: readonly ClosedMonth[]): ClosedMonth[] {
  const until = closed.slice(0, closed.indexOf(last) + 1)
  const gap = until.findLastIndex(({ closing }, index) => {
    const next = until[index + 1]
    return closing.isDetached || (next !== undefined && next.fromAt !== closing.toAt)
  })
  return until.slice(gap + 1)
}

/** A closed month keeps its tolerance, also for the month that begins with its closing reading. */
function toleranceAt(at: number, closed: readonly ClosedMonth[], cycle: CycleRow | null): Tolerance {
  const row = closed.find(({ closing }) => closing.toAt === at) ?? closed.find(({ fromAt }) => fromAt === at)
  return toleranceOf(row?.closing ?? cycle ?? { deviceToleranceHours: 0, roundToleranceDays: 0 })
}

export const toleranceOf = ({
  deviceToleranceHours,
  roundToleranceDays,
}: Pick<CycleRow, 'deviceToleranceHours' | 'roundToleranceDays'>): Tolerance => ({
  deviceHours: deviceToleranceHours,
  roundDays: roundToleranceDays,
})

/** Returns the closing reading of each closing time that has one, by meter and closing time. */
async function chooseReadings(
  tx: Tx,
  organizationId: number,
  times: readonly ClosingTime[],
  estimates: ReadonlyMap<number, readonly Index[]>,
): Promise<Map<number, Map<number, Candidate>>> {
  const found = await findCandidates(tx, organizationId, times)
  const chosen = new Map<number, Map<number, Candidate>>()
  for (const time of times) {
    const { meterId, at, tolerance } = time
    const estimated = (estimates.get(meterId) ?? []).map((estimate) => ({
      ...estimate,
      isOfDevice: false,
      isConfirmed: true,
      pictureSha256: null,
    }))
    const candidates = [found.get(time) ?? [], estimated].flat().sort((a, b) => a.at - b.at)
    const reading = closingReadingOf(candidates, at, tolerance)
    if (reading === null) continue
    const ofMeter = chosen.get(meterId) ?? new Map<number, Candidate>()
    chosen.set(meterId, ofMeter.set(at, reading))
  }
  return chosen
}

function factsOf(
  { meterId, fromAt, toAt, earlier }: Span,
  ledger: Ledger,
  readings: ReadonlyMap<number, Candidate>,
  unconfirmed: ReadonlySet<string>,
): Facts {
  const readingAt = (at: number) => readings.get(at) ?? null
  const indexOf = (reading: Candidate): SnapshotIndex => ({
    value: toNumber(roundIndex(decimal(reading.value), ledger.rounding)),
    at: reading.at,
    readingIds: reading.readingId === null ? [] : [reading.readingId],
    pictureSha256: reading.pictureSha256,
  })
  const starts = [...earlier.map((row) => readingAt(row.fromAt)), readingAt(fromAt)]
  const end = readingAt(toAt)
  const closed = earlier.map((row, index) => ({
    startAt: starts[index]?.at ?? null,
    usage: row.usage === null ? null : decimal(row.usage),
    adjustment: decimal(row.adjustment),
  }))
  const { usage, adjustment, own, startAt } = periodUsage(
    ledger,
    closed,
    starts.at(-1)?.at ?? null,
    end?.at ?? null,
  )
  const start = starts.findLast((reading) => reading?.at === startAt) ?? null
  const isKnown = usage !== null && end !== null && startAt !== null
  return {
    state: stateOf(end, isKnown, unconfirmed.has(keyOf({ meterId, at: toAt }))),
    mark: isKnown ? (own?.mark ?? 'unknown') : 'unknown',
    usage: usage && toNumber(usage),
    adjustment: toNumber(adjustment),
    own: isKnown && own?.usage ? { usage: own.usage, length: end.at - startAt } : null,
    days: isKnown ? Math.round(((end.at - startAt) / day) * 100) / 100 : null,
    isBackwards:
      startAt !== null &&
      end !== null &&
      (ranBackwards(ledger, startAt, end.at) || (own?.usage != null && isNegative(own.usage))),
    start: earlier.at(-1)?.end ?? (start && indexOf(start)),
    end: end && indexOf(end),
    segments: isKnown
      ? (own?.segments ?? []).map(({ from, to, multiplier }) => ({
          from: { at: from.at, value: toNumber(from.shown) },
          to: { at: to.at, value: toNumber(to.shown) },
          multiplier,
        }))
      : [],
    isCorrected: [start, end].some((reading) => reading?.isCorrected),
  }
}

function stateOf(end: Candidate | null, isKnown: boolean, isUnconfirmed: boolean): OpenState {
  if (end === null) return isUnconfirmed ? 'review' : 'missing'
  if (!isKnown) return 'review'
  return end.isEstimate ? 'estimated' : 'confirmed'
}

/** What a period was closed with, without the adjustment; null: unknown. */
export const ownOf = ({ usage, adjustment }: ClosedMonth): Decimal | null =>
  usage === null ? null : minus(decimal(usage), decimal(adjustment))

/**
 * Returns how the ledger differs from a snapshot now; null if it does not, or cannot be compared with it any more. `amount`
 * is null where it is unknown.
 */
export function differenceOf({ snapshot, now }: MeterPeriod): { amount: number | null } | null {
  if (snapshot === null || snapshot.closing.isDetached) return null
  const [closed, own] = [ownOf(snapshot), now.own?.usage ?? null]
  const amount = closed && own && toNumber(minus(own, closed))
  const isEqual = amount === 0 || (closed === null && own === null)
  return isEqual && snapshot.end?.value === now.end?.value ? null : { amount }
}
