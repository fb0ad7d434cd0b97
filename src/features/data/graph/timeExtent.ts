import type { Span } from '../../../../contract/spans.ts'
import type { MeterSeries } from '../../../lib/queries/series.ts'
import { instantOf } from './localTime.ts'
import type { Viewport } from './viewport.ts'

const day = 24 * 3_600_000

/**
 * The time that a graph spans: from the first day asked for, or the first reading, to the last day asked for, as far
 * as readings go. Null: there are none.
 */
export function timeExtent(series: readonly MeterSeries[], span: Span, zone: string): Viewport | null {
  const firsts = series.flatMap(({ points }) => points.slice(0, 1).map(({ at }) => at))
  const lasts = series.flatMap(({ points }) => points.slice(-1).map(({ at }) => at))
  if (firsts.length === 0) return null
  const [first, last] = [Math.min(...firsts), Math.max(...lasts)]
  const start =
    span.from === null ? first : Math.min(first, instantOf(Date.parse(`${span.from}T00:00Z`), zone))
  // A single reading stands in the middle of its day.
  return last > start ? { from: start, to: last } : { from: start - day / 2, to: start + day / 2 }
}
