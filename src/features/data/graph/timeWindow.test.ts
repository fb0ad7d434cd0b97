import { expect, test } from 'vitest'
import { panned, pinched, within, zoomed } from './timeWindow.ts'

const hour = 3_600_000
const whole = { from: 0, to: 100 * hour }

test('zooming keeps what is under the pointer where it is', () => {
  expect(zoomed(whole, whole, 2, 25 * hour)).toEqual({ from: 12.5 * hour, to: 62.5 * hour })
  expect(zoomed(whole, { from: 20 * hour, to: 40 * hour }, 2)).toEqual({ from: 25 * hour, to: 35 * hour })
})

test('zooming out ends at the whole', () => {
  expect(zoomed(whole, { from: 20 * hour, to: 80 * hour }, 0.5)).toBeNull()
})

test('nothing is shown before the first or after the last reading', () => {
  expect(panned(whole, { from: 70 * hour, to: 90 * hour }, 5)).toEqual({ from: 80 * hour, to: 100 * hour })
  expect(panned(whole, { from: 10 * hour, to: 30 * hour }, -5)).toEqual({ from: 0, to: 20 * hour })
  expect(within(whole, { from: -5 * hour, to: 5 * hour })).toEqual({ from: 0, to: 10 * hour })
})

test('nobody zooms into nothing', () => {
  const closest = zoomed(whole, whole, 1e9)
  expect(closest && closest.to - closest.from).toBe(hour / 6)
})

test('two fingers spread apart look closer at what lay between them, and may move it', () => {
  expect(pinched(whole, whole, [0.4, 0.6], [0.3, 0.7])).toEqual({ from: 25 * hour, to: 75 * hour })
  expect(pinched(whole, whole, [0.4, 0.6], [0.5, 0.9])).toEqual({ from: 15 * hour, to: 65 * hour })
})
