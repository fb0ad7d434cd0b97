import type { MeterSeries } from '../../../lib/queries/series.ts'
import type { Viewport } from '../../../shared/chart/chartViewport.ts'
import { pointsAfter, pointsBefore, pointsWithin } from '../../../shared/chart/seriesPoints.ts'

/** The overview with detail merged in. */
export function mergeDetail(
  overview: readonly MeterSeries[],
  close: readonly MeterSeries[],
  viewport: Viewport,
): MeterSeries[] {
  const detail = new Map(close.map((each) => [each.meterId, each.points]))
  return overview.map((each) => {
    const inside = detail.get(each.meterId)
    if (inside === undefined) return each
    const points = [
      ...pointsBefore(each.points, viewport.from),
      ...pointsWithin(inside, viewport),
      ...pointsAfter(each.points, viewport.to),
    ]
    return { ...each, points }
  })
}
