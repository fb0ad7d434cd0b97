// Covers docs/requirements.md: 521

import { expect, test } from 'vitest'
import type { Corners, Frame } from '../../../../reader/web/index.ts'
import { closeUpOf } from './closeUp.ts'

const size = { width: 1000, height: 500 }
const empty: Frame = { area: null, boxes: [], needle: null, mark: null, text: null }
const corners = (x1: number, y1: number, x2: number, y2: number): Corners => [
  { x: x1, y: y1 },
  { x: x2, y: y1 },
  { x: x2, y: y2 },
  { x: x1, y: y2 },
]

test('figures are looked at without the wide area in which they were searched', () => {
  const boxes = [
    { corners: corners(0.4, 0.4, 0.5, 0.6), text: '1' },
    { corners: corners(0.5, 0.4, 0.6, 0.6), text: '2' },
  ]
  const part = closeUpOf({ ...empty, area: corners(0, 0, 1, 1), boxes }, size)
  expect(part?.x1).toBeCloseTo(0.376)
  expect(part?.y1).toBeCloseTo(0.352)
  expect(part?.x2).toBeCloseTo(0.624)
  expect(part?.y2).toBeCloseTo(0.648)
})

test('a needle is looked at with the scale around it, within the photograph', () => {
  const needle = { from: { x: 0.5, y: 0.5 }, to: { x: 0.6, y: 0.5 } }
  const part = closeUpOf({ ...empty, needle }, size)
  expect(part?.x1).toBeCloseTo(0.376)
  expect(part?.x2).toBeCloseTo(0.624)
  expect(part?.y1).toBeCloseTo(0.252)
  expect(closeUpOf({ ...empty, needle: { ...needle, from: { x: 0, y: 0.5 } } }, size)?.x1).toBe(0)
})

test('where nothing was read there is no part to look at', () => {
  expect(closeUpOf(empty, size)).toBeNull()
})
