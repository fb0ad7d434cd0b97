import { expect, test } from 'vitest'
import type { Point } from '../../../lib/queries/series.ts'
import { type Line, nearestOf, pointsAcross, pointsWithin, stepFrom, withDetail } from './lines.ts'

const point = (at: number, value: number | null = at, id = at): Point => ({ id, at, value, abnormal: false })
const points = [10, 20, 30, 40, 50].map((at) => point(at))
const line = (meterId: number, of: Point[] = points): Line => ({
  meterId,
  name: `メーター${meterId}`,
  unit: 'MPa',
  decimals: 2,
  band: null,
  look: 0,
  points: of,
})
const ats = (of: readonly Point[]) => of.map(({ at }) => at)

test('a window holds its points; its lines run on to the next beyond', () => {
  expect(ats(pointsWithin(points, { from: 20, to: 40 }))).toEqual([20, 30, 40])
  expect(ats(pointsWithin(points, { from: 31, to: 39 }))).toEqual([])
  expect(ats(pointsAcross(points, { from: 20, to: 40 }))).toEqual([10, 20, 30, 40, 50])
  expect(ats(pointsAcross(points, { from: 31, to: 39 }))).toEqual([30, 40])
})

test('detail takes the place of the thinned points inside the window and nowhere else', () => {
  const series = (of: Point[]) => [{ meterId: 1, count: 99, points: of, latest: null }]
  const detail = [15, 22, 25, 28, 55].map((at) => point(at))
  const [merged] = withDetail(series(points), series(detail), { from: 20, to: 30 })
  expect(ats(merged?.points ?? [])).toEqual([10, 22, 25, 28, 40, 50])
})

test('the nearest point is found, an empty one only where asked for', () => {
  const gappy = [point(10), point(20, null), point(31)]
  expect(nearestOf(gappy, 19)?.at).toBe(20)
  expect(nearestOf(gappy, 19, false)?.at).toBe(10)
  expect(nearestOf([], 19)).toBeUndefined()
})

test('keys walk along a line, over to another and stop at the ends', () => {
  const lines = [line(1), line(2, [point(12), point(33)]), line(3, [])]
  const shown = { from: 0, to: 45 }
  const first = stepFrom(lines, null, 'ArrowRight', shown)
  expect(first?.point.at).toBe(40)
  const go = (spot: typeof first, key: string) => stepFrom(lines, spot, key, shown)
  expect(go(first, 'ArrowRight')?.point.at).toBe(50)
  expect(go(go(first, 'ArrowRight'), 'ArrowRight')).toBeNull()
  expect(go(first, 'ArrowLeft')?.point.at).toBe(30)
  expect(go(first, 'Home')?.point.at).toBe(10)
  expect(go(first, 'ArrowDown')).toMatchObject({ line: { meterId: 2 }, point: { at: 33 } })
  expect(go(go(first, 'ArrowDown'), 'ArrowDown')).toMatchObject({ line: { meterId: 1 }, point: { at: 30 } })
})

test('walking goes on where the point was thinned away meanwhile', () => {
  const lines = [line(1)]
  const lost = { line: line(1), point: point(25, 25, 999) }
  expect(stepFrom(lines, lost, 'ArrowRight', { from: 0, to: 60 })?.point.at).toBe(30)
  expect(stepFrom(lines, lost, 'ArrowLeft', { from: 0, to: 60 })?.point.at).toBe(20)
})
