// Covers docs/requirements.md: 708

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate } from './allocation.ts'

describe('allocate', () => {
  it('divides a parent of 120 among its children', () => {
    expect(allocate(120, [30.2, 41.5, 18.3], 0)).toEqual([40, 55, 25])
  })

  it('divides by fixed shares in steps of the last decimal', () => {
    expect(allocate(10, [1, 1, 1], 2)).toEqual([3.34, 3.33, 3.33])
  })

  it('knows no shares where all weights are 0', () => {
    expect(allocate(10, [0, 0], 0)).toBeNull()
  })

  it('conserves the total', () => {
    const weight = fc.nat({ max: 1_000_000 }).map((thousandths) => thousandths / 1000)
    const weights = fc.array(weight, { minLength: 1, maxLength: 30 }).filter((all) => all.some(Boolean))
    fc.assert(
      fc.property(fc.nat(), weights, (hundredths, given) => {
        const shares = allocate(hundredths / 100, given, 2) ?? []
        expect(shares.reduce((sum, share) => sum + Math.round(share * 100), 0)).toBe(hundredths)
      }),
    )
  })
})
