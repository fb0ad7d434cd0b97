// Covers docs/requirements.md: 671

import { describe, expect, test } from 'vitest'
import { nothingKnown } from '../settings.ts'
import type { ReaderSettings } from '../types.ts'
import { BEYOND, EDGE, MOVING, NEAR, regionOf, zonesOf } from './region.ts'

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

describe('zonesOf', () => {
  const size = { width: 800, height: 400 }
  const zoneAt = (settings: ReaderSettings, x: number, y: number) =>
    zonesOf(regionOf(settings, size.width, size.height), size)[Math.round(y) * size.width + Math.round(x)]
  const gauge = { ...nothing, axis: { x: 0.5, y: 0.5 }, radius: 0.2 }

  test('takes the round face of a gauge as the meter and the rest as its surroundings', () => {
    const round = { ...gauge, settings: '225:0,135:10' }
    expect(zoneAt(round, 400, 200 + 150)).toBe(NEAR)
    expect(zoneAt(round, 400 + 150, 200)).toBe(NEAR)
    expect(zoneAt(round, 400 + 140, 200 + 140)).toBe(BEYOND)
  })

  test('takes the sector of a panel meter with its scale, its numerals and the axis', () => {
    const panel = { ...gauge, settings: '315:0,45:10' }
    expect(zoneAt(panel, 400, 200 - 190)).toBe(NEAR)
    expect(zoneAt(panel, 400, 200 + 40)).toBe(NEAR)
    expect(zoneAt(panel, 400, 200 + 150)).toBe(BEYOND)
    expect(zoneAt(panel, 400 + 150, 200)).toBe(BEYOND)
  })

  test('takes what is around the digits of a counter, which move themselves', () => {
    const counter = { ...nothing, type: 3 as const, settings: '0.3@0.4:0.35@0.5,0.36@0.4:0.41@0.5' }
    expect(zoneAt(counter, 0.32 * 800, 0.45 * 400)).toBe(MOVING)
    expect(zoneAt(counter, 0.32 * 800, 0.53 * 400)).toBe(NEAR)
    expect(zoneAt(counter, 0.9 * 800, 0.9 * 400)).toBe(BEYOND)
    const shifted = { ...counter, settings: '0.3004@0.4:0.35@0.5,0.36@0.4:0.4103@0.5' }
    expect(zoneAt(shifted, 240, 0.45 * 400)).toBe(MOVING)
    expect(zoneAt(shifted, 328, 0.45 * 400)).toBe(EDGE)
    expect(zoneAt(shifted, 329, 0.45 * 400)).toBe(NEAR)
  })
})
