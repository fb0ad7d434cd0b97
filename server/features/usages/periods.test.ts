// Covers docs/requirements.md: 708

import { describe, expect, it } from 'vitest'
import { boundariesOf, countPeriods } from './periods.ts'

const hour = 3_600_000
const days = (first: string, last: string) => ({ first: Date.parse(first), last: Date.parse(last) })
const lengths = (boundaries: number[]) =>
  boundaries.slice(1).map((to, index) => (to - (boundaries[index] ?? to)) / hour)

describe('boundariesOf', () => {
  it('returns whole months of 28 to 31 days', () => {
    const boundaries = boundariesOf('month', days('2027-01-15', '2027-04-01'), 'Asia/Tokyo')
    expect(new Date(boundaries[0] ?? 0).toISOString()).toBe('2026-12-31T15:00:00.000Z')
    expect(lengths(boundaries).map((hours) => hours / 24)).toEqual([31, 28, 31, 30])
  })

  it('returns days of 23 and 25 hours where clocks change', () => {
    expect(lengths(boundariesOf('day', days('2026-03-28', '2026-03-30'), 'Europe/Berlin'))).toEqual([
      24, 23, 24,
    ])
    expect(lengths(boundariesOf('hour', days('2026-10-25', '2026-10-25'), 'Europe/Berlin'))).toHaveLength(25)
  })

  it('cuts the hour in which clocks are put back by half an hour', () => {
    const hours = lengths(boundariesOf('hour', days('2026-04-05', '2026-04-05'), 'Australia/Lord_Howe'))
    expect(hours).toHaveLength(25)
    expect(hours.at(-1)).toBe(0.5)
  })

  it('leaves out a day that a zone leaves out', () => {
    expect(lengths(boundariesOf('day', days('2011-12-29', '2011-12-31'), 'Pacific/Apia'))).toEqual([24, 24])
  })
})

it.each(['hour', 'day', 'month'] as const)('countPeriods of each %s is never too low', (period) => {
  for (const given of [days('2027-02-01', '2027-03-01'), days('2026-10-25', '2026-10-25')]) {
    const count = boundariesOf(period, given, 'Europe/Berlin').length - 1
    expect(countPeriods(period, given)).toBeGreaterThanOrEqual(count)
  }
})
