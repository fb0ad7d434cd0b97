import type { CategoryType } from '../../../contract/categories.ts'
import type { Point } from '../../lib/queries/series.ts'
import type { Viewport } from './chartViewport.ts'
import type { Position, Projection } from './projection.ts'

/** Where a meter took another's place: the line begins anew. */
export interface Break {
  /** Milliseconds since 1970. */
  at: number
  /** Such as `9,120.5 m³ → 0.0 m³`. */
  text: string
}

export interface ChartSeries {
  /** Among the series of a screen, such as the meter’s. */
  id: number
  name: string
  unit: string | undefined
  decimals: number | null
  /** The meter’s type, which says what its pictures wait for. */
  type?: CategoryType | null | undefined
  /** A range that is shaded, lower bound first. */
  band: readonly [number, number] | null
  /** Index into the styles, stable while the selection stays. */
  style: number
  points: readonly Point[]
  /** Absent: none. */
  breaks?: readonly Break[]
}

export interface SeriesPoint {
  series: ChartSeries
  point: Point
}

/** Index of the first point at or after a time. */
function lowerBound(points: readonly Point[], time: number): number {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle]?.at ?? Number.POSITIVE_INFINITY) < time) low = middle + 1
    else high = middle
  }
  return low
}

/** The breaks behind which a point is the first, by the point's id. */
export const breaksByPoint = ({ points, breaks = [] }: ChartSeries): ReadonlyMap<number | undefined, Break> =>
  new Map(breaks.map((each) => [points[lowerBound(points, each.at)]?.id, each]))

export const pointsBefore = (points: readonly Point[], time: number): readonly Point[] =>
  points.slice(0, lowerBound(points, time))

export const pointsAfter = (points: readonly Point[], time: number): readonly Point[] =>
  points.slice(lowerBound(points, time + 1))

export const pointsWithin = (points: readonly Point[], { from, to }: Viewport): readonly Point[] =>
  points.slice(lowerBound(points, from), lowerBound(points, to + 1))

/** The last point with a value. */
export const lastPointWithValue = (points: readonly Point[]): Point | undefined =>
  points.findLast(({ value }) => value !== null)

function nearestInTime(points: readonly Point[], time: number): Point | undefined {
  const index = lowerBound(points, time)
  const [before, after] = [points[index - 1], points[index]]
  if (before === undefined || after === undefined) return before ?? after
  return time - before.at <= after.at - time ? before : after
}

/** The next point by key; null where there is none. */
export function adjacentPoint(
  series: readonly ChartSeries[],
  active: SeriesPoint | null,
  key: string,
  viewport: Viewport,
): SeriesPoint | null {
  const all = series.filter(({ points }) => points.length > 0)
  const index = active === null ? -1 : all.findIndex(({ id }) => id === active.series.id)
  const own = all[index] ?? all[0]
  if (own === undefined) return null
  const of = (point: Point | undefined, series = own): SeriesPoint | null =>
    point ? { series, point } : null
  const inside = pointsWithin(own.points, viewport)
  if (key === 'Home') return of(inside[0])
  if (active === null || index < 0 || key === 'End') return of(inside.at(-1) ?? own.points.at(-1))
  const here = own.points.findIndex(({ id }) => id === active.point.id)
  // After a refetch the point may be missing.
  const position = here >= 0 ? here : lowerBound(own.points, active.point.at)
  if (key === 'ArrowLeft') return of(own.points[position - 1])
  if (key === 'ArrowRight') return of(own.points[here >= 0 ? position + 1 : position])
  const other = all[(index + (key === 'ArrowUp' ? -1 : 1) + all.length) % all.length]
  return other && other !== own ? of(nearestInTime(other.points, active.point.at), other) : null
}

/** The nearest point with a value to a position in px, among its neighbours in time. */
export function nearestPoint(
  { x, y }: Position,
  series: readonly ChartSeries[],
  to: Projection,
): { active: SeriesPoint; distance: number } | null {
  const time = to.at(x)
  let best: { active: SeriesPoint; distance: number } | null = null
  for (const each of series) {
    const index = lowerBound(each.points, time)
    for (const point of each.points.slice(Math.max(0, index - 3), index + 3)) {
      if (point.value === null || point.at < to.viewport.from || point.at > to.viewport.to) continue
      const distance = Math.hypot(to.x(point.at) - x, to.y(point.value) - y)
      if (best === null || distance < best.distance) best = { active: { series: each, point }, distance }
    }
  }
  return best
}
