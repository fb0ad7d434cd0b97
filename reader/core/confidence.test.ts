// Covers docs/requirements.md: 549

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calibrated } from './confidence.ts'

const sharp = { contrast: 40, sharpness: 1, saturated: 0 }
const plain = { quality: sharp, between: false, lookAlike: 0, uneven: null }
const share = fc.double({ min: 0, max: 1, noNaN: true })

describe.each([
  { kind: 'drum', evidence: plain },
  { kind: 'drum', evidence: { ...plain, between: true } },
  { kind: 'display', evidence: plain },
] as const)('the confidence in a $kind, between digits: $evidence.between', ({ kind, evidence }) => {
  test('lies between 0 and 1 and rises with the probability', () => {
    fc.assert(
      fc.property(share, share, (one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one]
        const low = calibrated(kind, less, evidence)
        const high = calibrated(kind, more, evidence)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(low).toBeLessThanOrEqual(high + 1e-12)
      }),
    )
  })

  test('is whole for what is certain and nought for what is impossible', () => {
    expect(calibrated(kind, 1, evidence)).toBe(1)
    expect(calibrated(kind, 0, evidence)).toBe(0)
  })

  test.each([{ sharpness: 0.4 }, { contrast: 6 }])(
    'stays below 0.9 where the picture is poor: %o',
    (poor) => {
      expect(calibrated(kind, 1, { ...evidence, quality: { ...sharp, ...poor } })).toBeLessThan(0.9)
    },
  )
})

test('a drum between digits needs a higher probability to be sure than one at rest, and gives a value at the same', () => {
  expect(calibrated('drum', 0.89, plain)).toBeGreaterThanOrEqual(0.9)
  expect(calibrated('drum', 0.89, { ...plain, between: true })).toBeLessThan(0.9)
  expect(calibrated('drum', 0.6, { ...plain, between: true })).toBe(calibrated('drum', 0.6, plain))
})
