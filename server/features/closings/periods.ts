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
import { findEstimates, ledgersOf } from '../usages/index.ts'
import { type Candidate, type ClosingTime, findCandidates, findUnconfirmed, keyOf } from './candidates.ts'
import type { CycleRow } from './repository.ts'
import { latestSnapshots, type SnapshotRow } from './snapshots.ts'

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
  snapshot: SnapshotRow | null
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
  snapshot: SnapshotRow | null
  /** The closed periods directly before it that the ledger still knows, in the order of time. */
  earlier: SnapshotRow[]
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
  // The month before the first closed one ends when that begins.
  const snapshots = await latestSnapshots(tx, organizationId, [...counters.keys()], addMonths(lastAsked, 1))
  const spans: Span[] = []
  const times = new Map<string, ClosingTime>()
  for (const meterId of counters.keys()) {
    const { cycle, months } = asked.get(meterId) ?? { cycle: null, months: [] }
    const closed = snapshots.get(meterId) ?? []
    const ofMeter = months.flatMap((month) => spanOf(meterId, month, cycle, closed, timeZone) ?? [])
    const moments = ofMeter.flatMap(({ fromAt, toAt, earlier }) => [
      fromAt,
      toAt,
      ...earlier.map((row) => row.fromAt.getTime()),
    ])
    for (const at of moments) {
      const time = { meterId, at, tolerance: toleranceAt(at, closed, cycle) }
      times.set(keyOf(time), time)
    }
    spans.push(...ofMeter)
  }
  const chosen = await chooseReadings(tx, organizationId, [...times.values()])
  const closing = Map.groupBy(chosen.values(), ({ meterId }) => meterId)
  const boundariesFor = (meterId: number) =>
    [...new Set(closing.get(meterId)?.map(({ at }) => at))].sort((a, b) => a - b)
  const ledgers = await ledgersOf(tx, organizationId, counters, boundariesFor, closing)
  const missing = [...times.values()].filter((time) => !chosen.has(keyOf(time)))
  const unconfirmed = await findUnconfirmed(tx, organizationId, missing)
  return spans.flatMap((span) => {
    const found = ledgers.get(span.meterId)
    if (found === undefined) return []
    const { earlier: _, ...period } = span
    return [{ ...period, now: factsOf(span, found.ledger, chosen, unconfirmed) }]
  })
}

function spanOf(
  meterId: number,
  month: string,
  cycle: CycleRow | null,
  closed: readonly SnapshotRow[],
  timeZone: string,
): Span | null {
  const of = (wanted: string) => closed.find((row) => row.month === wanted)
  const snapshot = of(month) ?? null
  const before = of(addMonths(month, -1))
  const earlier: SnapshotRow[] = []
  for (let row = before; row !== undefined && !row.isDetached; row = of(addMonths(row.month, -1)))
    earlier.unshift(row)
  const scheduled = (wanted: string) => cycle && closingAt(timeZone, cycle, wanted)
  const fromAt = (snapshot?.fromAt ?? before?.toAt)?.getTime() ?? scheduled(addMonths(month, -1))
  const toAt = snapshot?.toAt.getTime() ?? scheduled(month)
  return fromAt === null || toAt === null ? null : { meterId, month, fromAt, toAt, snapshot, earlier }
}

/** A closed month keeps its tolerance, also for the month that begins with its closing reading. */
function toleranceAt(at: number, closed: readonly SnapshotRow[], cycle: CycleRow | null): Tolerance {
  const row =
    closed.find(({ toAt }) => toAt.getTime() === at) ?? closed.find(({ fromAt }) => fromAt.getTime() === at)
  const { deviceToleranceHours, roundToleranceDays } = row ??
    cycle ?? { deviceToleranceHours: 0, roundToleranceDays: 0 }
  return { deviceHours: deviceToleranceHours, roundDays: roundToleranceDays }
}

type Chosen = Candidate & { meterId: number }

/** Returns the closing reading of each closing time that has one, by `keyOf`. */
async function chooseReadings(
  tx: Tx,
  organizationId: number,
  times: readonly ClosingTime[],
): Promise<Map<string, Chosen>> {
  const found = await findCandidates(tx, organizationId, times)
  const estimates = await findEstimates(tx, organizationId, [...new Set(times.map(({ meterId }) => meterId))])
  return new Map(
    times.flatMap((time) => {
      const { meterId, at, tolerance } = time
      const estimated = (estimates.get(meterId) ?? []).map((estimate) => ({
        ...estimate,
        isOfDevice: false,
        isConfirmed: true,
        pictureSha256: null,
      }))
      const candidates = [...(found.get(keyOf(time)) ?? []), ...estimated].sort((a, b) => a.at - b.at)
      const reading = closingReadingOf(candidates, at, tolerance)
      return reading === null ? [] : [[keyOf(time), { ...reading, meterId }] as const]
    }),
  )
}

function factsOf(
  { meterId, fromAt, toAt, earlier }: Span,
  ledger: Ledger,
  chosen: ReadonlyMap<string, Chosen>,
  unconfirmed: ReadonlySet<string>,
): Facts {
  const readingAt = (at: number) => chosen.get(keyOf({ meterId, at })) ?? null
  const indexOf = (reading: Candidate): SnapshotIndex => ({
    value: toNumber(roundIndex(decimal(reading.value), ledger.rounding)),
    at: reading.at,
    readingIds: reading.readingId === null ? [] : [reading.readingId],
    pictureSha256: reading.pictureSha256,
  })
  const starts = [...earlier.map((row) => readingAt(row.fromAt.getTime())), readingAt(fromAt)]
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
export const ownOf = ({ usage, adjustment }: SnapshotRow): Decimal | null =>
  usage === null ? null : minus(decimal(usage), decimal(adjustment))

/**
 * Returns how the ledger differs from a snapshot now; null if it does not, or cannot be compared with it any more. `amount`
 * is null where it is unknown.
 */
export function differenceOf({ snapshot, now }: MeterPeriod): { amount: number | null } | null {
  if (snapshot === null || snapshot.isDetached) return null
  const [closed, own] = [ownOf(snapshot), now.own?.usage ?? null]
  const amount = closed && own && toNumber(minus(own, closed))
  const isEqual = amount === 0 || (closed === null && own === null)
  return isEqual && snapshot.end?.value === now.end?.value ? null : { amount }
}
