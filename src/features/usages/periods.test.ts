// Covers docs/requirements.md: 753

import { describe, expect, it } from 'vitest'
import { columnTitle, comparedStart, periodName, shiftDay, shownPeriod } from './periods.ts'

const today = '2026-11-29'

describe('shownPeriod', () => {
  it('asks for a year with the one before it', () => {
    expect(shownPeriod('year', '2026-05-03', today)).toMatchObject({
      days: { from: '2026-01-01', to: '2026-12-31' },
      asked: [{ from: '2025-01-01', to: '2026-12-31' }],
      label: '2026年',
      before: '2025-01-01',
      behind: '2027-01-01',
    })
  })

  it('asks for a month with the week before it and the month a year ago', () => {
    expect(shownPeriod('month', '2028-02-29', today)).toMatchObject({
      days: { from: '2028-02-01', to: '2028-02-29' },
      asked: [
        { from: '2028-01-25', to: '2028-02-29' },
        { from: '2027-02-01', to: '2027-02-28' },
      ],
      before: '2028-01-01',
      behind: '2028-03-01',
    })
  })

  it('asks for a day with the one before it and the one a week ago', () => {
    expect(shownPeriod('day', '2026-03-01', today)).toMatchObject({
      asked: [
        { from: '2026-02-28', to: '2026-03-01' },
        { from: '2026-02-22', to: '2026-02-22' },
      ],
      behind: '2026-03-02',
    })
  })

  it('shows this month and the last one whatever day was chosen', () => {
    expect(shownPeriod('recent', '2020-01-01', '2026-01-31')).toMatchObject({
      days: { from: '2025-12-01', to: '2026-01-01' },
      asked: [{ from: '2024-12-01', to: '2026-01-01' }],
    })
  })
})

describe('shiftDay', () => {
  it('finds the day a year ago, which 29 February does not have', () => {
    expect(shiftDay('2026-11-30', { months: -12 })).toBe('2025-11-30')
    expect(shiftDay('2028-02-29', { months: -12 })).toBeNull()
  })

  it('goes back over the beginning of a month and a year', () => {
    expect(shiftDay('2026-01-03', { days: -7 })).toBe('2025-12-27')
    expect(shiftDay('2026-01-01', { months: -1 })).toBe('2025-12-01')
  })
})

it('comparedStart keeps the hour', () => {
  expect(comparedStart('2026-03-01T05:00:00.000+09:00', { days: -1 })).toBe('2026-02-28T05')
})

it.each([
  ['recent', '2026-11-01T00:00:00.000+09:00', '今月'],
  ['recent', '2026-10-01T00:00:00.000+09:00', '先月'],
  ['year', '2026-09-01T00:00:00.000+09:00', '9月'],
  ['month', '2026-11-29T00:00:00.000+09:00', '29（日）'],
  ['day', '2026-11-29T09:00:00.000+09:00', '9時'],
] as const)('the column of %s at %s is called %s', (view, from, title) => {
  expect(columnTitle(view, from, today)).toBe(title)
})

it.each([
  ['month', '2026年11月'],
  ['day', '2026年11月3日'],
  ['hour', '2026年11月3日 9時'],
] as const)('a %s is called %s away from the table', (period, name) => {
  expect(periodName(period, '2026-11-03T09:00:00.000+09:00')).toBe(name)
})
