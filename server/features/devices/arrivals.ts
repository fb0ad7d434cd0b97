import { isoInZone, offsetMinutes, startOfDay } from '../../time-zone.ts'
import { dueTimes, nextDue, previousDue } from './due-times.ts'
import { retrySecondsOf } from './measuring.ts'

/** `before` is the first instant no longer in it; null: it goes on. */
export interface Interval {
  from: Date
  before: Date | null
}

export interface Report {
  measuredAt: Date
  receivedAt: Date
}

export interface ArrivalsOf {
  zone: string
  from: Date
  before: Date
  now: Date
  /** In order, each in force until the next begins; empty text: nothing is due. */
  schedules: readonly { from: Date; crons: string }[]
  /** From creation to deletion and from each restoration, in order. */
  existence: readonly Interval[]
  /** Times at which this server did not run, in order and apart from one another. */
  downtimes: readonly { from: Date; before: Date }[]
  /** As a person set it. Null: automatic, by the schedule that was in force when something was due. */
  retrySeconds: number | null
  driftSeconds: number
  /**
   * In any order. Those of the due time before the span and after it may be among them, and reports measured before
   * `before` but received later must be.
   */
  reports: readonly Report[]
}

export interface DayArrivals {
  /** `YYYY-MM-DD` in the zone. */
  date: string
  /** The sum of the other three. */
  scheduled: number
  arrived: number
  late: number
  missing: number
}

export interface CountedDay {
  counts: DayArrivals
  /** What was measured from `from` on, and before `before`, may serve a due time of the day. Null: none was due. */
  served: { from: number; before: number } | null
  /** The day is over and nothing of it is awaited: only a report or another schedule can change it. */
  isClosed: boolean
}

export const arrivalsByDay = (given: ArrivalsOf): DayArrivals[] =>
  countDays(given).map(({ counts }) => counts)

/**
 * What was due on each local day of a span, and what came of it.
 *
 * When a report was measured says which due time it serves: the nearest of those it can serve, from a due time less
 * the allowed drift until the next one. When it came says whether it arrived or was late: until the due time and the
 * retry time and the drift, or after. So pictures that a device kept during an outage, and sent afterwards, are late.
 * Missing is what nobody served by then; what is still awaited is not counted. Due times while this server was down
 * are left out, and others wait for as long as it was.
 */
export function countDays(given: ArrivalsOf): CountedDay[] {
  const now = given.now.getTime()
  const days = emptyDays(given)
  const times = timesAround(given)
  const came = firstArrivals(times, given)
  const allowances = given.schedules.map(({ from, crons }) => ({
    from: from.getTime(),
    downtimes: given.downtimes,
    driftSeconds: given.driftSeconds,
    retrySeconds: retrySecondsOf(given.retrySeconds, crons),
  }))
  let at = 0
  let inForce = 0
  for (const [index, due] of times.entries()) {
    if (due < given.from.getTime() || due >= given.before.getTime()) continue
    while (due >= (days[at]?.end ?? Infinity)) at += 1
    const day = days[at]
    if (day === undefined) continue
    const first = due - given.driftSeconds * 1000
    day.served = { from: day.served?.from ?? first, before: times[index + 1] ?? Infinity }
    if (given.downtimes.some(({ from, before }) => due >= from.getTime() && due < before.getTime())) continue
    while ((allowances[inForce + 1]?.from ?? Infinity) <= due) inForce += 1
    const allowed = allowances[inForce]
    if (allowed === undefined) continue
    const deadline = deadlineOf(due, allowed)
    if (now <= deadline) day.isClosed = false
    const result = resultOf(deadline, came[index] ?? Infinity, now)
    if (result === null) continue
    day.counts.scheduled += 1
    day.counts[result] += 1
  }
  return days
}

function resultOf(deadline: number, came: number, now: number) {
  if (came < Infinity) return came <= deadline ? 'arrived' : 'late'
  return now > deadline ? 'missing' : null
}

export interface Allowances extends Pick<ArrivalsOf, 'driftSeconds' | 'downtimes'> {
  retrySeconds: number
}

/** Until when what is due then counts as in time. */
export function deadlineOf(due: number, { retrySeconds, driftSeconds, downtimes }: Allowances): number {
  let deadline = due + (retrySeconds + driftSeconds) * 1000
  for (const { from, before } of downtimes)
    if (from.getTime() > due && from.getTime() <= deadline) deadline += before.getTime() - from.getTime()
  return deadline
}

interface Period {
  from: number
  before: number
  crons: string
}

/** When which schedule was in force for a device that existed. */
function periodsOf({ schedules, existence }: ArrivalsOf): Period[] {
  return existence.flatMap(({ from, before }) =>
    schedules
      .map((schedule, n) => ({
        from: Math.max(from.getTime(), schedule.from.getTime()),
        before: Math.min(before?.getTime() ?? Infinity, schedules[n + 1]?.from.getTime() ?? Infinity),
        crons: schedule.crons,
      }))
      .filter((period) => period.from < period.before),
  )
}

/** Due times of the span, with the one before and the one after it: reports near its ends may be theirs. */
function timesAround(given: ArrivalsOf): number[] {
  const [from, before] = [given.from.getTime(), given.before.getTime()]
  const periods = periodsOf(given)
  const within = periods.flatMap((period) => {
    const [first, last] = [Math.max(period.from, from), Math.min(period.before, before)]
    return first < last ? knownDueTimes(period.crons, given.zone, first, last) : []
  })
  const earlier = periods
    .filter((period) => period.from < from)
    .map((period) => {
      const due = previousDue(period.crons, given.zone, new Date(Math.min(period.before, from)))
      return due !== null && due.getTime() >= period.from ? due : null
    })
  const later = periods
    .filter((period) => period.before > before)
    .map((period) => {
      const due = nextDue(period.crons, given.zone, new Date(Math.max(period.from, before) - 1))
      return due !== null && due.getTime() < period.before ? due : null
    })
  const isDue = (at: Date | null) => at !== null
  const [previous, next] = [earlier.findLast(isDue)?.getTime(), later.find(isDue)?.getTime()]
  return [...(previous === undefined ? [] : [previous]), ...within, ...(next === undefined ? [] : [next])]
}

/** Of the last spans that were asked for. */
const known = new Map<string, readonly number[]>()
const maxKnown = 30

/** Due times of a span. Devices share their schedules: those of a list are asked for again and again. */
function knownDueTimes(crons: string, zone: string, from: number, before: number): readonly number[] {
  const key = `${from} ${before} ${zone} ${crons}`
  const found =
    known.get(key) ?? dueTimes(crons, zone, new Date(from), new Date(before)).map((at) => at.getTime())
  // The one that was asked for last stands at the end.
  known.delete(key)
  known.set(key, found)
  const [oldest = key] = known.keys()
  if (known.size > maxKnown) known.delete(oldest)
  return found
}

/** By the place of a due time, when the first report came that serves it; Infinity: none. */
function firstArrivals(times: readonly number[], { reports, driftSeconds }: ArrivalsOf): Float64Array {
  const came = new Float64Array(times.length).fill(Infinity)
  for (const { measuredAt, receivedAt } of reports) {
    const dueIndex = servedBy(times, measuredAt.getTime(), driftSeconds * 1000)
    if (dueIndex >= 0) came[dueIndex] = Math.min(came[dueIndex] ?? Infinity, receivedAt.getTime())
  }
  return came
}

/** The place of the due time; -1: none. */
function servedBy(times: readonly number[], measured: number, drift: number): number {
  const later = firstLater(times, measured)
  const [previous = -Infinity, next = Infinity] = [times[later - 1], times[later]]
  const isNext = next - measured <= drift && next - measured < measured - previous
  return isNext ? later : later - 1
}

/** Index of the first time later than `at`; their number when none is. */
function firstLater(times: readonly number[], at: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? Infinity) > at) high = middle
    else low = middle + 1
  }
  return low
}

/** The local days of a span, each with the instant at which it ends. */
function emptyDays({ zone, from, before, now }: ArrivalsOf): (CountedDay & { end: number })[] {
  const days: (CountedDay & { end: number })[] = []
  for (let at = from; at < before; ) {
    const end = nextDay(zone, at)
    const date = isoInZone(zone, at).slice(0, 10)
    const counts = { date, scheduled: 0, arrived: 0, late: 0, missing: 0 }
    days.push({ end: end.getTime(), counts, served: null, isClosed: end <= now })
    at = end
  }
  return days
}

const minute = 60_000
const dayLength = 1440 * minute

/** The end of the local day; `startOfDay` where clocks change on it. */
function nextDay(zone: string, at: Date): Date {
  const offset = offsetMinutes(zone, at.getTime())
  const local = at.getTime() + offset * minute
  const end = local - (local % dayLength) + dayLength - offset * minute
  const isPlain = [end - 1, end].every((each) => offsetMinutes(zone, each) === offset)
  return isPlain ? new Date(end) : startOfDay(zone, at, 1)
}
