// Covers docs/requirements.md: 744

import { describe, expect, it } from 'vitest'
import { addMonths, closingDateOf, closingTimeOf, monthsClosedIn } from './closingDates.ts'

describe('the closing date', () => {
  it.each([
    ['2026-02', 31, '2026-02-28'],
    ['2028-02', 31, '2028-02-29'],
    ['2026-02', 29, '2026-02-28'],
    ['2026-04', 31, '2026-04-30'],
    ['2026-12', 31, '2026-12-31'],
    ['2026-02', 20, '2026-02-20'],
  ])('of %s with closing day %i is %s', (month, closingDay, date) =>
    expect(closingDateOf(month, closingDay)).toBe(date),
  )

  it('begins the next day where its hour is 24', () => {
    const at = (closingHour: number) =>
      new Date(closingTimeOf('2026-12', { closingDay: 31, closingHour })).toISOString()
    expect(at(24)).toBe('2027-01-01T00:00:00.000Z')
    expect(at(17)).toBe('2026-12-31T17:00:00.000Z')
  })
})

describe('monthsClosedIn', () => {
  it('names the months whose closing date lies in the range', () => {
    expect(monthsClosedIn('2026-11-21', '2027-01-20', 20)).toEqual(['2026-12', '2027-01'])
    expect(monthsClosedIn('2026-11-20', '2027-01-19', 20)).toEqual(['2026-11', '2026-12'])
    expect(monthsClosedIn('2026-02-28', '2026-02-28', 31)).toEqual(['2026-02'])
    expect(monthsClosedIn('2026-02-01', '2026-02-27', 31)).toEqual([])
    expect(monthsClosedIn('9999-12-01', '9999-12-31', 31)).toEqual([])
    expect(monthsClosedIn('0001-01-01', '1900-01-31', 31)).toEqual(['1900-01'])
  })
})

it('months are counted across years', () => {
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(addMonths('2026-11', 14)).toBe('2028-01')
})
