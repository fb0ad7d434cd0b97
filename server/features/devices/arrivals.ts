import { isoInZone } from '../../time-zone.ts'
import { dueTimes, nextDue, previousDue } from './due-times.ts'

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
  retrySeconds: number
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

/**
 * What was due on each local day of a span, and what came of it.
 *
 * When a report was measured says which due time it serves: the nearest of those it can serve, from a due time less
 * the allowed drift until the next one. When it came says whether it arrived or was late: until the due time and the
 * retry time and the drift, or after. So pictures that a device kept during an outage, and sent afterwards, are late.
 * Missing is what nobody served by then; what is still awaited is not counted. Due times while this server was down
 * are left out, and others wait for as long as it was.
 */
export function arrivalsByDay(given: ArrivalsOf): DayArrivals[] {
  const days = emptyDays(given)
  const times = timesAround(given)
  const came = firstArrivals(times, given)
  for (const due of times) {
    const day = days.get(localDate(given.zone, due))
    if (day === undefined || due < given.from.getTime() || due >= given.before.getTime()) continue
    if (given.downtimes.some(({ from, before }) => due >= from.getTime() && due < before.getTime())) continue
    const result = resultOf(due, came.get(due), given)
    if (result === null) continue
    day.scheduled += 1
    day[result] += 1
  }
  return [...days.values()]
}

function resultOf(due: number, came: number | undefined, given: ArrivalsOf) {
  const deadline = deadlineOf(due, given)
  if (came !== undefined) return came <= deadline ? 'arrived' : 'late'
  return given.now.getTime() > deadline ? 'missing' : null
}

/** Until when what is due then counts as in time. */
export function deadlineOf(
  due: number,
  { retrySeconds, driftSeconds, downtimes }: Pick<ArrivalsOf, 'retrySeconds' | 'driftSeconds' | 'downtimes'>,
): number {
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
    return first < last ? dueTimes(period.crons, given.zone, new Date(first), new Date(last)) : []
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
  return [earlier.findLast(isDue), ...within, later.find(isDue)].flatMap((at) => at?.getTime() ?? [])
}

/** By due time, when the first report came that serves it. */
function firstArrivals(times: readonly number[], { reports, driftSeconds }: ArrivalsOf): Map<number, number> {
  const came = new Map<number, number>()
  for (const { measuredAt, receivedAt } of reports) {
    const due = servedBy(times, measuredAt.getTime(), driftSeconds * 1000)
    if (due === undefined) continue
    came.set(due, Math.min(came.get(due) ?? Infinity, receivedAt.getTime()))
  }
  return came
}

function servedBy(times: readonly number[], measured: number, drift: number): number | undefined {
  const later = firstLater(times, measured)
  const [previous = -Infinity, next = Infinity] = [times[later - 1], times[later]]
  const isNext = next - measured <= drift && next - measured < measured - previous
  return isNext ? next : times[later - 1]
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

const localDate = (zone: string, at: number) => isoInZone(zone, at).slice(0, 10)

function emptyDays({ zone, from, before }: ArrivalsOf): Map<string, DayArrivals> {
  const days = new Map<string, DayArrivals>()
  if (from >= before) return days
  const last = localDate(zone, before.getTime() - 1)
  for (let at = Date.parse(localDate(zone, from.getTime())); ; at += 86_400_000) {
    const date = new Date(at).toISOString().slice(0, 10)
    days.set(date, { date, scheduled: 0, arrived: 0, late: 0, missing: 0 })
    if (date >= last) return days
  }
}
