import { expect, test } from 'vitest'
import type { Point } from '../../../lib/queries/series.ts'
import { mergeDetail } from './mergeDetail.ts'

const point = (at: number): Point => ({ id: at, at, value: at, abnormal: false })
const points = [10, 20, 30, 40, 50].map(point)

test('detail takes the place of the downsampled points inside the viewport and nowhere else', () => {
  const seriesOf = (of: Point[]) => [{ meterId: 1, count: 99, unconfirmedTimes: 0, points: of, latest: null }]
  const detail = [15, 22, 25, 28, 55].map(point)
  const [merged] = mergeDetail(seriesOf(points), seriesOf(detail), { from: 20, to: 30 })
  expect(merged?.points.map(({ at }) => at)).toEqual([10, 22, 25, 28, 40, 50])
})
