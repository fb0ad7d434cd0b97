// Covers docs/requirements.md: 671

import { describe, expect, it } from 'vitest'
import { markNeedles } from './mark-needles.ts'
import { MOVING, NEAR } from './region.ts'

const SIZE = 120
const MIDDLE = SIZE / 2
const RADIUS = 50
const face = { axis: { x: 0.5, y: 0.5 }, across: RADIUS / SIZE, down: RADIUS / SIZE, part: null }
const zones = new Uint8Array(SIZE * SIZE).fill(NEAR)

/** The pixel in a direction and at a distance from the axis. */
function at(degree: number, distance: number): number {
  const turn = (degree * Math.PI) / 180
  const column = Math.floor(MIDDLE + distance * Math.sin(turn))
  return Math.floor(MIDDLE - distance * Math.cos(turn)) * SIZE + column
}

/** A normalised picture of a plain face with a needle, dark if `shade` is negative. */
function dial(degree: number, shade = -2) {
  const data = new Float32Array(SIZE * SIZE)
  for (let distance = 0; distance < 0.95 * RADIUS; distance += 0.5) {
    for (const beside of [-2, 0, 2]) data[at(degree + beside, distance)] = shade
  }
  return { width: SIZE, height: SIZE, data }
}

const isMoving = (marked: Uint8Array, degree: number, distance: number) =>
  marked[at(degree, distance * RADIUS)] === MOVING

describe('markNeedles', () => {
  it.each([
    ['dark', -2],
    ['light', 2],
  ])('marks the needle of each picture and its tail: %s needles', (_, shade) => {
    const marked = markNeedles(zones, dial(40, shade), dial(250, shade), face)
    for (const degree of [40, 250]) {
      expect(isMoving(marked, degree, 0.4)).toBe(true)
      expect(isMoving(marked, degree, 0.9)).toBe(true)
      expect(isMoving(marked, degree + 180, 0.4)).toBe(true)
    }
    for (const degree of [0, 90, 140, 200, 300]) expect(isMoving(marked, degree, 0.8)).toBe(false)
    expect(zones.every((zone) => zone === NEAR)).toBe(true)
  })

  it('marks only the hub if the needle has not moved', () => {
    const marked = markNeedles(zones, dial(40), dial(40), face)
    expect(isMoving(marked, 40, 0.1)).toBe(true)
    expect(isMoving(marked, 40, 0.5)).toBe(false)
  })

  it('does not mark short differences', () => {
    const other = dial(40)
    for (const degree of [120, 125, 130]) {
      other.data.fill(-2, at(degree, 0.6 * RADIUS), at(degree, 0.6 * RADIUS) + 4)
    }
    expect(isMoving(markNeedles(zones, dial(40), other, face), 125, 0.6)).toBe(false)
  })
})
