import { describe, expect, it } from 'vitest'
import { drumPositions } from './drums.ts'

const rounded = (positions: number[]) => positions.map((position) => Number(position.toFixed(3)))

describe('drumPositions', () => {
  it('rolls the last drum and leaves the others on their figures', () => {
    expect(rounded(drumPositions(1234.56, 5, 1))).toEqual([1, 2, 3, 4, 5.6])
  })

  it('takes a drum along while the one to its right goes from 9 to 0', () => {
    expect(rounded(drumPositions(1234.98, 5, 1))).toEqual([1, 2, 3, 4.8, 9.8])
    expect(rounded(drumPositions(1999.95, 5, 1))).toEqual([1.5, 9.5, 9.5, 9.5, 9.5])
  })

  it('starts again from zero when all figures are used up', () => {
    expect(rounded(drumPositions(100_000, 6, 1))).toEqual([0, 0, 0, 0, 0, 0])
  })
})
