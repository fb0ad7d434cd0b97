import { describe, expect, test } from 'vitest'
import { nothingKnown } from '../settings.ts'
import { regionOf } from './region.ts'

const nothing = nothingKnown(0)
const whole = { x1: 0, y1: 0, x2: 1, y2: 1 }

describe('the region that matters', () => {
  test('of a gauge is its face, as high in pixels as wide', () => {
    const { read, moving } = regionOf({ ...nothing, axis: { x: 0.5, y: 0.5 }, radius: 0.2 }, 800, 400)
    expect((read.x2 - read.x1) * 800).toBeCloseTo((read.y2 - read.y1) * 400, 6)
    expect(read.x1).toBeLessThan(0.3)
    expect(moving).toEqual([])
  })

  test('of figures is all their boxes, and these move', () => {
    const { read, view, around, moving } = regionOf(
      { ...nothing, type: 3, settings: '0.3@0.4:0.35@0.5,0.36@0.4:0.41@0.5' },
      800,
      600,
    )
    expect(read).toEqual({ x1: 0.3, y1: 0.4, x2: 0.41, y2: 0.5 })
    expect(moving).toHaveLength(2)
    expect([view.x1 < read.x1, around.x1 < view.x1, around.y2 > view.y2]).toEqual([true, true, true])
  })

  test.each([
    ['no settings', nothing],
    ['an axis far away', { ...nothing, axis: { x: 40, y: 0 }, radius: 0.2 }],
    ['no radius', { ...nothing, axis: { x: 0.5, y: 0.5 }, radius: Number.NaN }],
    ['nonsense', { ...nothing, type: 3 as const, settings: 'nonsense', area: '' }],
  ])('is the whole picture with %s', (_, settings) => {
    expect(regionOf(settings, 800, 600).read).toEqual(whole)
  })
})
