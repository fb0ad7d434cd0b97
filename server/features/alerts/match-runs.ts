import type { Position } from '../../db/reading-order.ts'

export interface RunBounds {
  first: Position
  latest: Position
}

/** Consecutive abnormal readings between two normal ones. */
export interface Run extends RunBounds {
  /** When the normal reading after it was measured; null while it goes on. */
  endedAt: number | null
}

export interface OpenAlert extends Run {
  alertId: number
}

/** Returns the confirmed alert of the run that goes on, the last of several; null: there is none. */
export function findConfirmedOngoing<Confirmed extends RunBounds>(
  runs: readonly Run[],
  confirmed: readonly Confirmed[],
): (Confirmed & RunBounds) | null {
  const ongoing = runs.find(({ endedAt }) => endedAt === null)
  const alert = ongoing && confirmed.findLast((each) => isOverlapping(ongoing, each))
  return ongoing === undefined || alert === undefined
    ? null
    : { ...alert, first: ongoing.first, latest: ongoing.latest }
}

/** Returns the occurring alerts that overlap none of these runs. */
export const findOccurringWithout = (runs: readonly Run[], open: readonly OpenAlert[]): OpenAlert[] =>
  open.filter((alert) => alert.endedAt === null && !runs.some((run) => isOverlapping(run, alert)))

const isOverlapping = (a: RunBounds, b: RunBounds): boolean =>
  comparePositions(a.first, b.latest) <= 0 && comparePositions(b.first, a.latest) <= 0

/** Changes that reconcile the stored alerts with the readings. */
export interface AlertChanges {
  remove: number[]
  update: OpenAlert[]
  insert: Run[]
}

export const comparePositions = (a: Position, b: Position): number => a.at - b.at || a.id - b.id

/**
 * Matches the alerts of a section of history with its runs. Each run has one alert, unless a confirmed alert overlaps
 * it. An alert follows the first run it overlaps; the rest, of runs that merged or are no longer abnormal, are removed.
 *
 * All lists are sorted; neither runs nor open alerts overlap one another.
 */
export function matchRuns(
  runs: readonly Run[],
  open: readonly OpenAlert[],
  confirmed: readonly RunBounds[],
): AlertChanges {
  const changes: AlertChanges = { remove: [], update: [], insert: [] }
  const isConfirmed = overlapChecker(merged(confirmed))
  let next = 0
  for (const run of runs) {
    if (isConfirmed(run)) continue
    let alert = open[next]
    while (alert !== undefined && comparePositions(alert.latest, run.first) < 0) {
      changes.remove.push(alert.alertId)
      next += 1
      alert = open[next]
    }
    if (alert === undefined || comparePositions(alert.first, run.latest) > 0) {
      changes.insert.push(run)
      continue
    }
    if (!isSame(alert, run)) changes.update.push({ ...run, alertId: alert.alertId })
    next += 1
  }
  changes.remove.push(...open.slice(next).map(({ alertId }) => alertId))
  return changes
}

/**
 * The same from the end: an alert follows the latest run it overlaps, and of alerts whose runs merged the latest stays.
 */
export function matchRunsFromLatest(
  runs: readonly Run[],
  open: readonly OpenAlert[],
  confirmed: readonly RunBounds[],
): AlertChanges {
  const matched = matchRuns(mirrored(runs), mirrored(open), mirrored(merged(confirmed)))
  return { remove: matched.remove, update: mirrored(matched.update), insert: mirrored(matched.insert) }
}

const mirrored = <Some extends RunBounds>(spans: readonly Some[]): Some[] =>
  spans.map((span) => ({ ...span, first: opposite(span.latest), latest: opposite(span.first) })).reverse()

const opposite = ({ at, id }: Position): Position => ({ at: -at, id: -id })

/** Tests spans, in order, for overlap with a sorted list. */
function overlapChecker(spans: readonly RunBounds[]): (asked: RunBounds) => boolean {
  let next = 0
  return (asked) => {
    let span = spans[next]
    while (span !== undefined && comparePositions(span.latest, asked.first) < 0) {
      next += 1
      span = spans[next]
    }
    return span !== undefined && comparePositions(span.first, asked.latest) <= 0
  }
}

/** Merges overlapping spans: confirmed alerts may overlap. */
function merged(spans: readonly RunBounds[]): RunBounds[] {
  const result: RunBounds[] = []
  for (const span of spans) {
    const last = result.at(-1)
    if (last === undefined || comparePositions(last.latest, span.first) < 0) result.push({ ...span })
    else if (comparePositions(last.latest, span.latest) < 0) last.latest = span.latest
  }
  return result
}

const isSame = (a: Run, b: Run): boolean =>
  comparePositions(a.first, b.first) === 0 &&
  comparePositions(a.latest, b.latest) === 0 &&
  a.endedAt === b.endedAt
