import { expect, test } from 'vitest'
import type { Point } from '../../lib/queries/series.ts'
import { adjacentPoint, type ChartSeries, lastPointWithValue, pointsWithin } from './seriesPoints.ts'

const point = (at: number, value: number | null = at, id = at): Point => ({ id, at, value, abnormal: false })
const points = [10, 20, 30, 40, 50].map((at) => point(at))
const aSeries = (id: number, of: Point[] = points): ChartSeries => ({
  id,
  name: `メーター${id}`,
  unit: 'MPa',
  decimals: 2,
  band: null,
  style: 0,
  points: of,
})
const ats = (of: readonly Point[]) => of.map(({ at }) => at)

test('a viewport holds its points; the last of a series is the last with a value', () => {
  expect(ats(pointsWithin(points, { from: 20, to: 40 }))).toEqual([20, 30, 40])
  expect(ats(pointsWithin(points, { from: 31, to: 39 }))).toEqual([])
  expect(lastPointWithValue([...points, point(60, null)])?.at).toBe(50)
})

test('keys walk along a line, over to another and stop at the ends', () => {
  const series = [aSeries(1), aSeries(2, [point(12), point(33)]), aSeries(3, [])]
  const viewport = { from: 0, to: 45 }
  const first = adjacentPoint(series, null, 'ArrowRight', viewport)
  expect(first?.point.at).toBe(40)
  const go = (active: typeof first, key: string) => adjacentPoint(series, active, key, viewport)
  expect(go(first, 'ArrowRight')?.point.at).toBe(50)
  expect(go(go(first, 'ArrowRight'), 'ArrowRight')).toBeNull()
  expect(go(first, 'ArrowLeft')?.point.at).toBe(30)
  expect(go(first, 'Home')?.point.at).toBe(10)
  expect(go(first, 'ArrowDown')).toMatchObject({ series: { id: 2 }, point: { at: 33 } })
  expect(go(go(first, 'ArrowDown'), 'ArrowDown')).toMatchObject({ series: { id: 1 }, point: { at: 30 } })
})

test('walking goes on where the point was left out meanwhile', () => {
  const series = [aSeries(1)]
  const lost = { series: aSeries(1), point: point(25, 25, 999) }
  expect(adjacentPoint(series, lost, 'ArrowRight', { from: 0, to: 60 })?.point.at).toBe(30)
  expect(adjacentPoint(series, lost, 'ArrowLeft', { from: 0, to: 60 })?.point.at).toBe(20)
})
