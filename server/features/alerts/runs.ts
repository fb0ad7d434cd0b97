/** Where a reading stands in the order of measurement: when it was measured (milliseconds since 1970), then its number. */
export interface Place {
  at: number
  id: number
}

export interface Span {
  first: Place
  latest: Place
}

/** Consecutive abnormal readings of a meter, as many as there are between two normal ones. */
export interface Stretch extends Span {
  /** When the normal reading was measured that ended it; null while it goes on. */
  endedAt: number | null
}

/** A stored alert that nobody has confirmed, which is as it was last settled. */
export interface OpenAlert extends Stretch {
  alertId: number
}

/** What makes the stored alerts agree with the readings. */
export interface Settlement {
  drop: number[]
  change: OpenAlert[]
  open: Stretch[]
}

export const comparePlaces = (a: Place, b: Place): number => a.at - b.at || a.id - b.id

/**
 * Settles the alerts of a piece of a meter's history: each stretch has one alert, unless a person has confirmed one
 * that shares a reading's place with it. An alert goes on as the first stretch it meets; those that are left over,
 * because stretches merged or their readings are no longer abnormal, go.
 *
 * All lists are in the order of measurement, and no two stretches, nor two open alerts, overlap.
 */
export function settle(
  stretches: readonly Stretch[],
  open: readonly OpenAlert[],
  confirmed: readonly Span[],
): Settlement {
  const settlement: Settlement = { drop: [], change: [], open: [] }
  const isConfirmed = overlapWith(joined(confirmed))
  let next = 0
  for (const stretch of stretches) {
    if (isConfirmed(stretch)) continue
    let alert = open[next]
    while (alert !== undefined && comparePlaces(alert.latest, stretch.first) < 0) {
      settlement.drop.push(alert.alertId)
      next += 1
      alert = open[next]
    }
    if (alert === undefined || comparePlaces(alert.first, stretch.latest) > 0) {
      settlement.open.push(stretch)
      continue
    }
    if (!isSame(alert, stretch)) settlement.change.push({ ...stretch, alertId: alert.alertId })
    next += 1
  }
  settlement.drop.push(...open.slice(next).map(({ alertId }) => alertId))
  return settlement
}

/**
 * The same from the latest on: an alert goes on as the latest stretch that it meets, and of alerts whose stretches
 * merged the latest goes on.
 */
export function settleFromLatest(
  stretches: readonly Stretch[],
  open: readonly OpenAlert[],
  confirmed: readonly Span[],
): Settlement {
  const settled = settle(mirrored(stretches), mirrored(open), mirrored(joined(confirmed)))
  return { drop: settled.drop, change: mirrored(settled.change), open: mirrored(settled.open) }
}

/** What comes last comes first. */
const mirrored = <Some extends Span>(spans: readonly Some[]): Some[] =>
  spans.map((span) => ({ ...span, first: opposite(span.latest), latest: opposite(span.first) })).reverse()

const opposite = ({ at, id }: Place): Place => ({ at: -at, id: -id })

/** Says of spans, asked in their order, whether they overlap with one of these. */
function overlapWith(spans: readonly Span[]): (asked: Span) => boolean {
  let next = 0
  return (asked) => {
    let span = spans[next]
    while (span !== undefined && comparePlaces(span.latest, asked.first) < 0) {
      next += 1
      span = spans[next]
    }
    return span !== undefined && comparePlaces(span.first, asked.latest) <= 0
  }
}

/** Spans that overlap become one: what was confirmed may lie within what was confirmed before. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans) {
    const last = result.at(-1)
    if (last === undefined || comparePlaces(last.latest, span.first) < 0) result.push({ ...span })
    else if (comparePlaces(last.latest, span.latest) < 0) last.latest = span.latest
  }
  return result
}

const isSame = (a: Stretch, b: Stretch): boolean =>
  comparePlaces(a.first, b.first) === 0 && comparePlaces(a.latest, b.latest) === 0 && a.endedAt === b.endedAt
