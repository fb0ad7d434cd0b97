import { isCron, splitCrons } from '../../../contract/time/schedules.ts'
import { offsetMinutes } from '../../time-zone.ts'
import { cronIn, daysOfMonth, minutesOfDay, runsOf } from './cron-times.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** Every minute of 31 days are 44,640. */
export const maxDueTimes = 50_000

/** Whether a schedule can be kept: each of its expressions is due at some time (30 February never is). */
export function isValidSchedule(crons: string): boolean {
  const all = splitCrons(crons)
  return all.length > 0 && all.every((cron) => isCron(cron) && isEverDue(cron))
}

function isEverDue(cron: string): boolean {
  try {
    return cronIn('UTC', cron).nextRun(new Date(0)) !== null
  } catch {
    return false
  }
}

/** The first due time later than `after` of a valid schedule; null for an empty one. */
export function nextDue(crons: string, zone: string, after: Date): Date | null {
  const times = splitCrons(crons).flatMap((cron) => cronIn(zone, cron).nextRun(after)?.getTime() ?? [])
  return times.length === 0 ? null : new Date(Math.min(...times))
}

/** The last due time earlier than `before` of a valid schedule; null for an empty one. */
export function previousDue(crons: string, zone: string, before: Date): Date | null {
  const times = splitCrons(crons).flatMap((cron) =>
    cronIn(zone, cron)
      .previousRuns(1, before)
      .map((at) => at.getTime()),
  )
  return times.length === 0 ? null : new Date(Math.max(...times))
}

/**
 * Due times of a valid schedule from `from` until before `before`, in order, each once. Throws where there are more
 * than `maxDueTimes`: the caller asks for shorter spans.
 */
export function dueTimes(crons: string, zone: string, from: Date, before: Date): Date[] {
  const all = splitCrons(crons)
  const times = new Set<number>()
  const add = (at: number) => {
    times.add(at)
    if (times.size > maxDueTimes) throw new RangeError(`more than ${maxDueTimes} due times`)
  }
  const end = before.getTime()
  let reached = from.getTime()
  /** Where clocks change: croner follows them, slowly. */
  const follow = (until: number) => {
    if (reached >= until) return
    for (const cron of all) for (const at of runsOf(cronIn(zone, cron), reached, until)) add(at)
  }
  for (let local = localDay(zone, reached); local <= localDay(zone, end); local += day) {
    const start = startOfPlainDay(zone, local)
    if (start === null) continue
    follow(Math.min(start, end))
    for (const cron of all)
      for (const at of timesOfDay(cron, local)) if (start + at >= reached && start + at < end) add(start + at)
    reached = Math.max(reached, start + day)
  }
  follow(end)
  return [...Float64Array.from(times).sort()].map((at) => new Date(at))
}

const shortestIntervals = new Map<string, number | null>()
const maxIntervals = 5000

/** Returns the shortest time in seconds between two due times within a month; null if there are none. */
export function shortestInterval(crons: string): number | null {
  const known = shortestIntervals.get(crons)
  if (known !== undefined) return known
  const times = dueTimes(crons, 'UTC', new Date(0), new Date(31 * day)).map(Number)
  const gaps = times.slice(1).map((at, n) => at - (times[n] ?? 0))
  const shortest = gaps.length === 0 ? null : gaps.reduce((one, other) => Math.min(one, other)) / 1000
  if (shortestIntervals.size >= maxIntervals) shortestIntervals.clear()
  shortestIntervals.set(crons, shortest)
  return shortest
}

/** Midnight of the local day as if it were of UTC. */
function localDay(zone: string, at: number): number {
  const local = at + offsetMinutes(zone, at) * minute
  return local - (local % day)
}

/** Null where clocks change on the local day. */
function startOfPlainDay(zone: string, local: number): number | null {
  const offset = offsetMinutes(zone, local)
  const start = local - offset * minute
  const isPlain = [start, start + day - 1].every((at) => offsetMinutes(zone, at) === offset)
  return isPlain ? start : null
}

/** Milliseconds since midnight at which an expression is due on a day without a change of clocks. */
function timesOfDay(cron: string, local: number): number[] {
  const date = new Date(local)
  const days = daysOfMonth(cron, date.getUTCFullYear(), date.getUTCMonth())
  return days.includes(date.getUTCDate()) ? minutesOfDay(cron).map((at) => at * minute) : []
}
