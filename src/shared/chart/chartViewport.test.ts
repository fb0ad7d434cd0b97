import { expect, test } from 'vitest'
import { clampViewport, panViewport, pinchViewport, zoomViewport } from './chartViewport.ts'

const hour = 3_600_000
const extent = { from: 0, to: 100 * hour }

test('zooming keeps what is under the pointer where it is', () => {
  expect(zoomViewport(extent, extent, 2, 25 * hour)).toEqual({ from: 12.5 * hour, to: 62.5 * hour })
  expect(zoomViewport(extent, { from: 20 * hour, to: 40 * hour }, 2)).toEqual({
    from: 25 * hour,
    to: 35 * hour,
  })
})

test('zooming out ends at the whole', () => {
  expect(zoomViewport(extent, { from: 20 * hour, to: 80 * hour }, 0.5)).toBeNull()
})

test('nothing is viewport before the first or after the last reading', () => {
  expect(panViewport(extent, { from: 70 * hour, to: 90 * hour }, 5)).toEqual({
    from: 80 * hour,
    to: 100 * hour,
  })
  expect(panViewport(extent, { from: 10 * hour, to: 30 * hour }, -5)).toEqual({ from: 0, to: 20 * hour })
  expect(clampViewport(extent, { from: -5 * hour, to: 5 * hour })).toEqual({ from: 0, to: 10 * hour })
})

test('nobody zooms into nothing', () => {
  const closest = zoomViewport(extent, extent, 1e9)
  expect(closest && closest.to - closest.from).toBe(hour / 6)
})

test('two fingers spread apart zoom into what lay between them, and may pan', () => {
  expect(pinchViewport(extent, extent, [0.4, 0.6], [0.3, 0.7])).toEqual({ from: 25 * hour, to: 75 * hour })
  expect(pinchViewport(extent, extent, [0.4, 0.6], [0.5, 0.9])).toEqual({ from: 15 * hour, to: 65 * hour })
})
