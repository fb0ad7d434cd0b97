import { expect, test } from 'vitest'
import { timeExtent } from './timeExtent.ts'

const tokyo = 'Asia/Tokyo'
const series = (...times: number[]) => [
  {
    meterId: 1,
    count: times.length,
    points: times.map((at) => ({ id: at, at, value: 1, abnormal: false })),
    latest: null,
  },
]
const open = { from: null, to: null }
const noon = Date.parse('2026-11-18T12:00:00+09:00')

test('a graph spans its readings, from the first day asked for', () => {
  expect(timeExtent(series(noon, noon + 9000), open, tokyo)).toEqual({ from: noon, to: noon + 9000 })
  expect(timeExtent(series(noon), { from: '2026-11-17', to: null }, tokyo)).toEqual({
    from: Date.parse('2026-11-17T00:00:00+09:00'),
    to: noon,
  })
})

test('a single reading has room around it; without readings there is no graph', () => {
  const { from, to } = timeExtent(series(noon), open, tokyo) ?? { from: 0, to: 0 }
  expect((from + to) / 2).toBe(noon)
  expect(timeExtent(series(), open, tokyo)).toBeNull()
})
