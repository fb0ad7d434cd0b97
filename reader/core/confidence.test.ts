import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calibrated } from './confidence.ts'

const sharp = { contrast: 40, sharpness: 1, saturated: 0 }
const share = fc.double({ min: 0, max: 1, noNaN: true })

describe.each(['drum', 'display'] as const)('the confidence in a %s', (kind) => {
  test('lies between 0 and 1 and rises with the probability', () => {
    fc.assert(
      fc.property(share, share, (one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one]
        const low = calibrated(kind, less, sharp)
        const high = calibrated(kind, more, sharp)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(low).toBeLessThanOrEqual(high + 1e-12)
      }),
    )
  })

  test('is whole for what is certain and nought for what is impossible', () => {
    expect(calibrated(kind, 1, sharp)).toBe(1)
    expect(calibrated(kind, 0, sharp)).toBe(0)
  })

  test.each([{ sharpness: 0.4 }, { contrast: 6 }])(
    'stays below 0.9 where the picture is poor: %o',
    (poor) => {
      expect(calibrated(kind, 1, { ...sharp, ...poor })).toBeLessThan(0.9)
    },
  )
})
