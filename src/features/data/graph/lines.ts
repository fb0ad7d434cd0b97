import type { MeterSeries, Point } from '../../../lib/queries/series.ts'
import type { TimeWindow } from './timeWindow.ts'

/** A meter’s line as a chart draws it. */
export interface Line {
  meterId: number
  name: string
  unit: string | undefined
  decimals: number | null
  /** The meter’s abnormal range, the lesser bound first. */
  band: readonly [number, number] | null
  /** Which of the looks it has, the same for as long as the selection stays. */
  look: number
  points: readonly Point[]
}

/** A point that a person looks at. */
export interface Spot {
  line: Line
  point: Point
}

/** Index of the first point at or after a time. */
export function firstFrom(points: readonly Point[], time: number): number {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle]?.at ?? Number.POSITIVE_INFINITY) < time) low = middle + 1
    else high = middle
  }
  return low
}

export const pointsWithin = (points: readonly Point[], { from, to }: TimeWindow): readonly Point[] =>
  points.slice(firstFrom(points, from), firstFrom(points, to + 1))

/** What is known of the whole, with every detail where a person looked closely. */
export function withDetail(
  whole: readonly MeterSeries[],
  close: readonly MeterSeries[],
  { from, to }: TimeWindow,
): MeterSeries[] {
  const detail = new Map(close.map((each) => [each.meterId, each.points]))
  return whole.map((each) => {
    const inside = detail.get(each.meterId)
    if (inside === undefined) return each
    const points = [
      ...each.points.slice(0, firstFrom(each.points, from)),
      ...inside.filter(({ at }) => at >= from && at <= to),
      ...each.points.slice(firstFrom(each.points, to + 1)),
    ]
    return { ...each, points }
  })
}

/** The points inside and one beyond each end, so that lines run on to the edge. */
export const pointsAcross = (points: readonly Point[], { from, to }: TimeWindow): readonly Point[] =>
  points.slice(Math.max(0, firstFrom(points, from) - 1), firstFrom(points, to + 1) + 1)

const hasValue = ({ value }: Point) => value !== null

/** The point of a line nearest to a time; empty ones too, where `empty`. */
export function nearestOf(points: readonly Point[], time: number, empty = true): Point | undefined {
  const usable = empty ? points : points.filter(hasValue)
  const index = firstFrom(usable, time)
  const [before, after] = [usable[index - 1], usable[index]]
  if (before === undefined || after === undefined) return before ?? after
  return time - before.at <= after.at - time ? before : after
}

/** From one spot to another by keys; null where there is none. */
export function stepFrom(
  lines: readonly Line[],
  spot: Spot | null,
  key: string,
  shown: TimeWindow,
): Spot | null {
  const all = lines.filter(({ points }) => points.length > 0)
  const index = spot === null ? -1 : all.findIndex(({ meterId }) => meterId === spot.line.meterId)
  const line = all[index] ?? all[0]
  if (line === undefined) return null
  const of = (point: Point | undefined, on = line): Spot | null => (point ? { line: on, point } : null)
  const inside = pointsWithin(line.points, shown)
  if (key === 'Home') return of(inside[0])
  if (spot === null || index < 0 || key === 'End') return of(inside.at(-1) ?? line.points.at(-1))
  const here = line.points.findIndex(({ id }) => id === spot.point.id)
  // After a refetch the point may have been thinned away.
  const place = here >= 0 ? here : firstFrom(line.points, spot.point.at)
  if (key === 'ArrowLeft') return of(line.points[place - 1])
  if (key === 'ArrowRight') return of(line.points[here >= 0 ? place + 1 : place])
  const other = all[(index + (key === 'ArrowUp' ? -1 : 1) + all.length) % all.length]
  return other && other !== line ? of(nearestOf(other.points, spot.point.at), other) : null
}
