// Covers docs/requirements.md: 531

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { learnRate } from './learnRate.ts'

const day = 86_400_000
const shown = (...values: number[]) => values.map((value, index) => ({ value, at: index * day }))

describe('the rate of a counter', () => {
  test('leaves the fastest step out', () => {
    expect(learnRate(shown(0, 2, 6, 16), [])).toEqual({ usual: 3, greatest: 4, days: 1 })
  })

  test.each<[string, number[]]>([
    ['of one step', [0, 5]],
    ['of a counter that stood still', [5, 5, 5, 5]],
  ])('is not known %s', (_, values) => expect(learnRate(shown(...values), [])).toBeNull())

  test('is known for spans as long as its usual step', () => {
    const monthly = shown(0, 10, 22, 31).map(({ value, at }) => ({ value, at: at * 30 }))
    expect(learnRate(monthly, [])?.days).toBe(30)
  })

  test('does not go over a replacement', () => {
    const replaced = [{ at: 3 * day, oldEnd: 9, newStart: 500 }]
    expect(learnRate(shown(0, 3, 6, 500, 503, 505), replaced)).toMatchObject({ greatest: 3 })
  })

  test('takes readings of the same hours for one', () => {
    const close = [...shown(0, 2, 4, 6), { value: 6.5, at: 3 * day + 60_000 }]
    expect(learnRate(close, [])).toEqual(learnRate(shown(0, 2, 4, 6), []))
  })

  test('is never set by a single misread value', () => {
    const steps = fc.array(fc.double({ min: 1, max: 4, noNaN: true }), { minLength: 5, maxLength: 90 })
    fc.assert(
      fc.property(steps, fc.nat(), fc.double({ min: 0, max: 1e6, noNaN: true }), (rises, place, misread) => {
        let value = 100
        const values = [value, ...rises.map((rise) => (value += rise))]
        values[place % values.length] = misread
        const { usual = Number.NaN, greatest = Number.NaN } = learnRate(shown(...values), []) ?? {}
        expect(greatest).toBeLessThanOrEqual(4 + 1e-9)
        expect(usual).toBeGreaterThan(0)
        expect(usual).toBeLessThanOrEqual(greatest)
      }),
    )
  })
})
