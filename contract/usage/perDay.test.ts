// Covers docs/requirements.md: 755

import { describe, expect, it } from 'vitest'
import { decimal } from './decimal.ts'
import { percentChange, perDay } from './perDay.ts'

const daily = (usage: number, days: number) => perDay(decimal(usage), days * 86_400_000)

describe('percentChange', () => {
  it('compares the usages a day, whatever the lengths of the periods', () => {
    expect(percentChange(daily(330, 30), daily(340, 34))).toBe(10)
    expect(percentChange(daily(340, 34), daily(330, 30))).toBe(-9.1)
  })

  it('rounds halves away from zero', () => {
    expect(percentChange(decimal(1000.5), decimal(1000))).toBe(0.1)
    expect(percentChange(decimal(999.5), decimal(1000))).toBe(-0.1)
  })

  it('is null where nothing was used before, or less than nothing was settled', () => {
    expect(percentChange(decimal(5), decimal(0))).toBeNull()
    expect(percentChange(decimal(5), decimal(-8))).toBeNull()
  })
})
