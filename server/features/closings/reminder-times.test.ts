// Covers docs/requirements.md: 805

import { describe, expect, it } from 'vitest'
import { parseLocalTime } from '../../time-zone.ts'
import { reminderAt } from './reminder-times.ts'

const dueAt = (local: string, closingDay: number, closingHour: number, zone = 'Asia/Tokyo') => {
  const at = parseLocalTime(zone, local)
  if (at === null) throw new Error(`there is no ${local}`)
  const due = reminderAt(zone, { closingDay, closingHour }, at)
  return due && [due.month, due.daysBefore]
}

describe('reminderAt', () => {
  it.each([
    ['2026-11-28 08:59:59', null],
    ['2026-11-28 09:00', ['2026-11', 2]],
    ['2026-11-28 23:59:59', ['2026-11', 2]],
    ['2026-11-29 09:00', null],
    ['2026-11-30 08:59:59', null],
    ['2026-11-30 09:00', ['2026-11', 0]],
    ['2026-11-30 23:59:59', ['2026-11', 0]],
    ['2026-12-01 00:00', null],
    ['2026-12-01 09:00', null],
    ['2027-02-26 12:00', ['2027-02', 2]],
    ['2027-02-28 12:00', ['2027-02', 0]],
  ])('returns at %s what is due of a closing at the end of the month', (local, due) => {
    expect(dueAt(local, 31, 24)).toEqual(due)
  })

  it.each([
    // Hour, first reminder, last reminder, and just before the closing.
    [10, '2026-11-18 09:00', '2026-11-20 09:00', '2026-11-20 09:59'],
    [9, '2026-11-17 09:00', '2026-11-19 09:00', '2026-11-19 23:59'],
    [0, '2026-11-17 09:00', '2026-11-19 09:00', '2026-11-19 23:59'],
  ])(
    'returns the last 9:00 before a closing at %i:00, and 9:00 two days earlier',
    (hour, first, last, late) => {
      expect(dueAt(first, 20, hour)).toEqual(['2026-11', 2])
      expect(dueAt(last, 20, hour)).toEqual(['2026-11', 0])
      expect(dueAt(late, 20, hour)).toEqual(['2026-11', 0])
      expect(dueAt('2026-11-20 10:00', 20, hour)).toBeNull()
    },
  )

  it('returns the month of the closing also in the month before', () => {
    expect(dueAt('2026-11-29 09:00', 1, 24)).toEqual(['2026-12', 2])
  })

  it('follows the clocks of the organization’s zone', () => {
    expect(dueAt('2026-10-31 08:59', 31, 24, 'Europe/Berlin')).toBeNull()
    expect(dueAt('2026-10-31 09:00', 31, 24, 'Europe/Berlin')).toEqual(['2026-10', 0])
    // Clocks were set back on 25 October.
    expect(dueAt('2026-10-24 09:00', 26, 24, 'Europe/Berlin')).toEqual(['2026-10', 2])
    expect(dueAt('2026-10-26 09:00', 26, 24, 'Europe/Berlin')).toEqual(['2026-10', 0])
  })
})
