import type { Span } from '../../../contract/time/spans.ts'
import type { Point } from '../../lib/queries/series.ts'
import { fromWallClock } from '../../ui/text/localTime.ts'
import type { Viewport } from './chartViewport.ts'

const day = 24 * 3_600_000

/** A graph's time axis: the requested days, limited to the readings. Null without readings. */
export function timeExtent(
  series: readonly { points: readonly Point[] }[],
  span: Span,
  zone: string,
): Viewport | null {
  const firsts = series.flatMap(({ points }) => points.slice(0, 1).map(({ at }) => at))
  const lasts = series.flatMap(({ points }) => points.slice(-1).map(({ at }) => at))
  if (firsts.length === 0) return null
  const [first, last] = [Math.min(...firsts), Math.max(...lasts)]
  const start =
    span.from === null ? first : Math.min(first, fromWallClock(Date.parse(`${span.from}T00:00Z`), zone))
  // A single reading is centred in a day.
  return last > start ? { from: start, to: last } : { from: start - day / 2, to: start + day / 2 }
}
