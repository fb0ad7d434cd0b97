// Covers docs/requirements.md: 748

import { describe, expect, it } from 'vitest'
import { changePerDay, checksOf } from './checks.ts'

const checks = (given: Partial<Parameters<typeof checksOf>[0]>) =>
  checksOf({ current: { usage: 100, days: 30 }, previous: null, lastYear: null, children: null, ...given })

it('330 in 30 days are 10 % more a day than 340 in 34', () => {
  expect(changePerDay({ usage: 330, days: 30 }, { usage: 340, days: 34 })).toBeCloseTo(10, 10)
})

describe('checksOf', () => {
  it('finds a change of more than half a day against the period before and a year ago', () => {
    expect(checks({ previous: { usage: 68, days: 31 }, lastYear: { usage: 200, days: 30 } })).toEqual([
      { check: 'previous', percent: 51.96 },
    ])
    expect(checks({ lastYear: { usage: 201, days: 30 } })).toMatchObject([{ check: 'last_year' }])
    expect(checks({})).toEqual([])
  })

  it('finds zero after non-zero once, and usage after none', () => {
    const none = { usage: 0, days: 30 }
    const before = { usage: 50, days: 30 }
    expect(checks({ current: none, previous: before, lastYear: before })).toEqual([
      { check: 'zero', percent: -100 },
    ])
    expect(checks({ current: none, previous: none })).toEqual([])
    expect(checks({ previous: none })).toEqual([{ check: 'previous', percent: null }])
  })

  it('finds a parent that differs from its children by more than 3 %', () => {
    const parent = { usage: 120, days: 30 }
    expect(checks({ current: parent, children: [30.2, 41.5, 18.3] })).toEqual([
      { check: 'parent', percent: 25 },
    ])
    expect(checks({ current: parent, children: [70, 46.5] })).toEqual([])
    expect(checks({ current: parent, children: [70, 54] })).toMatchObject([{ check: 'parent' }])
  })
})
