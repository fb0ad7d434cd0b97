import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compose,
  type Homography,
  homographyOf,
  inPixels,
  inRatios,
  invert,
  project,
  scaleAt,
} from './homography.ts'

const some = (low: number, high: number) => fc.double({ min: low, max: high, noNaN: true })
const homography = fc
  .tuple(
    some(0.5, 2),
    some(-0.4, 0.4),
    some(-90, 90),
    some(-0.4, 0.4),
    some(0.5, 2),
    some(-90, 90),
    some(-0.001, 0.001),
    some(-0.001, 0.001),
  )
  .map((numbers): Homography => [...numbers, 1])
const point = fc.record({ x: some(0, 200), y: some(0, 200) })

describe('a homography', () => {
  test('and its inverse bring a point back, whatever the units', () => {
    fc.assert(
      fc.property(homography, point, some(1e-9, 1e9), (h, { x, y }, unit) => {
        const back = invert(h.map((value) => value * unit) as unknown as Homography)
        const there = project(h, x, y)
        const here = back && project(back, there.x, there.y)
        expect(here?.x).toBeCloseTo(x, 5)
        expect(here?.y).toBeCloseTo(y, 5)
      }),
    )
  })

  test('is found again from four points and from many', () => {
    fc.assert(
      fc.property(homography, fc.constantFrom(4, 12), (h, count) => {
        const from = Float64Array.from(
          { length: 2 * count },
          (_, i) => ((i * 73 + (i % 2) * 41) % 199) + (i % 3),
        )
        const to = new Float64Array(2 * count)
        for (let i = 0; i < count; i++) {
          const { x, y } = project(h, from[2 * i] ?? 0, from[2 * i + 1] ?? 0)
          to.set([x, y], 2 * i)
        }
        const found = homographyOf(
          from,
          to,
          Array.from({ length: count }, (_, i) => i),
        )
        const [wanted, got] = [project(h, 100, 120), found && project(found, 100, 120)]
        expect(got?.x).toBeCloseTo(wanted.x, 3)
        expect(got?.y).toBeCloseTo(wanted.y, 3)
      }),
    )
  })

  test('is none when points stand in one place', () => {
    expect(homographyOf(new Float64Array(8), new Float64Array(8), [0, 1, 2, 3])).toBeNull()
    expect(invert([1, 2, 0, 2, 4, 0, 0, 0, 1])).toBeNull()
  })

  test('goes from pixels to ratios and back', () => {
    const h: Homography = [1.1, 0.1, 5, -0.1, 0.9, 7, 0.0002, 0, 1]
    const [from, to] = [
      { width: 300, height: 200 },
      { width: 90, height: 120 },
    ]
    const again = inPixels(inRatios(h, from, to), from, to)
    expect(project(again, 33, 44).x).toBeCloseTo(project(h, 33, 44).x, 9)
    const twice = compose(h, h)
    const once = project(h, 10, 20)
    expect(project(twice, 10, 20).y).toBeCloseTo(project(h, once.x, once.y).y, 9)
  })

  test('tells how it stretches a place, and a mirror by its area', () => {
    expect(scaleAt([2, 0, 0, 0, 0.5, 0, 0, 0, 1], 9, 9)).toEqual({ longest: 2, shortest: 0.5, area: 1 })
    expect(scaleAt([-1, 0, 0, 0, 1, 0, 0, 0, 1], 9, 9).area).toBeLessThan(0)
    expect(scaleAt([1, 0, 0, 0, 1, 0, 0, 0, -1], 9, 9).area).toBeLessThan(0)
  })
})
