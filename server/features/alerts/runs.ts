import type { Position } from '../../db/reading-order.ts'

export interface RunBounds {
  first: Position
  latest: Position
}

/** Consecutive abnormal readings of a meter, as many as there are between two normal ones. */
export interface Run extends RunBounds {
  /** When the normal reading was measured that ended it; null while it goes on. */
  endedAt: number | null
}

/** A stored alert that nobody has confirmed, which is as it was last settled. */
export interface OpenAlert extends Run {
  alertId: number
}

/** What makes the stored alerts agree with the readings. */
export interface AlertChanges {
  remove: number[]
  update: OpenAlert[]
  insert: Run[]
}

export const comparePositions = (a: Position, b: Position): number => a.at - b.at || a.id - b.id

/**
 * Settles the alerts of a piece of a meter's history: each stretch has one alert, unless a person has confirmed one
 * that shares a reading's place with it. An alert goes on as the first stretch it meets; those that are left over,
 * because stretches merged or their readings are no longer abnormal, go.
 *
 * All lists are in the order of measurement, and no two stretches, nor two open alerts, overlap.
 */
export function matchRuns(
  stretches: readonly Run[],
  open: readonly OpenAlert[],
  confirmed: readonly RunBounds[],
): AlertChanges {
  const changes: AlertChanges = { remove: [], update: [], insert: [] }
  const isConfirmed = overlapChecker(merged(confirmed))
  let next = 0
  for (const stretch of stretches) {
    if (isConfirmed(stretch)) continue
    let alert = open[next]
    while (alert !== undefined && comparePositions(alert.latest, stretch.first) < 0) {
      changes.remove.push(alert.alertId)
      next += 1
      alert = open[next]
    }
    if (alert === undefined || comparePositions(alert.first, stretch.latest) > 0) {
      changes.insert.push(stretch)
      continue
    }
    if (!isSame(alert, stretch)) changes.update.push({ ...stretch, alertId: alert.alertId })
    next += 1
  }
  changes.remove.push(...open.slice(next).map(({ alertId }) => alertId))
  return changes
}

/**
 * The same from the latest on: an alert goes on as the latest stretch that it meets, and of alerts whose stretches
 * merged the latest goes on.
 */
export function matchRunsFromLatest(
  stretches: readonly Run[],
  open: readonly OpenAlert[],
  confirmed: readonly RunBounds[],
): AlertChanges {
  const settled = matchRuns(mirrored(stretches), mirrored(open), mirrored(merged(confirmed)))
  return { remove: settled.remove, update: mirrored(settled.update), insert: mirrored(settled.insert) }
}

/** What comes last comes first. */
const mirrored = <Some extends RunBounds>(spans: readonly Some[]): Some[] =>
  spans.map((span) => ({ ...span, first: opposite(span.latest), latest: opposite(span.first) })).reverse()

const opposite = ({ at, id }: Position): Position => ({ at: -at, id: -id })

/** Says of spans, asked in their order, whether they overlap with one of these. */
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

/** Spans that overlap become one: what was confirmed may lie within what was confirmed before. */
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
