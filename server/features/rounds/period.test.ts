// Covers docs/requirements.md: 487, 571

import { describe, expect, it } from 'vitest'
import type { RoundSchedule } from '../../../contract/rounds.ts'
import { isoInZone } from '../../time-zone.ts'
import { periodAt } from './period.ts'

const daily: RoundSchedule = { every: 'day', weekdays: [1, 2, 3, 4, 5], time: '10:00' }
const friday: RoundSchedule = { every: 'week', weekday: 5, time: '17:00' }
const sunday: RoundSchedule = { every: 'week', weekday: 0, time: '17:00' }
const last: RoundSchedule = { every: 'month', day: 31, time: '09:30' }

const since2000 = new Date(0)
const timesOf = (schedule: RoundSchedule | null, zone: string, at: string, scheduleFrom = since2000) => {
  const period = periodAt({ schedule, scheduleFrom }, zone, new Date(at))
  return [period.beginsAt, period.endsAt, period.dueAt].map(
    (time) => time && isoInZone(zone, time).slice(0, 16),
  )
}

describe('a round', () => {
  it.each([
    [
      'of no schedule is a day',
      null,
      '2026-11-20T23:59+09:00',
      ['2026-11-20T00:00', '2026-11-21T00:00', null],
    ],
    [
      'of a working day',
      daily,
      '2026-11-20T00:00+09:00',
      ['2026-11-20T00:00', '2026-11-21T00:00', '2026-11-20T10:00'],
    ],
    [
      'of a Saturday is not due',
      daily,
      '2026-11-21T12:00+09:00',
      ['2026-11-21T00:00', '2026-11-22T00:00', null],
    ],
    [
      'of a week begins on Monday',
      friday,
      '2026-11-22T23:00+09:00',
      ['2026-11-16T00:00', '2026-11-23T00:00', '2026-11-20T17:00'],
    ],
    [
      'may be due on Sunday',
      sunday,
      '2026-11-16T00:00+09:00',
      ['2026-11-16T00:00', '2026-11-23T00:00', '2026-11-22T17:00'],
    ],
    [
      'of a short month is due on its last day',
      last,
      '2027-02-03T12:00+09:00',
      ['2027-02-01T00:00', '2027-03-01T00:00', '2027-02-28T09:30'],
    ],
    [
      'of December ends with the year',
      last,
      '2026-12-31T23:59+09:00',
      ['2026-12-01T00:00', '2027-01-01T00:00', '2026-12-31T09:30'],
    ],
  ] as const)('%s', (_what, schedule, at, times) => {
    expect(timesOf(schedule as RoundSchedule | null, 'Asia/Tokyo', at)).toEqual(times)
  })

  it('is due where clocks change as clocks show it, and after a time that they leave out', () => {
    const everyDay = (time: string): RoundSchedule => ({ ...daily, weekdays: [0], time })
    const spring = (time: string) => timesOf(everyDay(time), 'America/New_York', '2026-03-08T12:00-04:00')
    expect(spring('10:00')).toEqual(['2026-03-08T00:00', '2026-03-09T00:00', '2026-03-08T10:00'])
    expect(spring('02:30')[2]).toBe('2026-03-08T03:30')
    // Twice: the first.
    const { dueAt } = periodAt(
      { schedule: everyDay('01:30'), scheduleFrom: since2000 },
      'America/New_York',
      new Date('2026-11-01T12:00-05:00'),
    )
    expect(dueAt?.toISOString()).toBe('2026-11-01T05:30:00.000Z')
  })

  it('begins when the day does where clocks leave midnight out', () => {
    // In Cairo 24 April 2026 begins at 01:00.
    expect(timesOf(null, 'Africa/Cairo', '2026-04-24T12:00+03:00')).toEqual([
      '2026-04-24T01:00',
      '2026-04-25T00:00',
      null,
    ])
    expect(timesOf(null, 'Africa/Cairo', '2026-04-23T23:30+02:00')[1]).toBe('2026-04-24T01:00')
  })

  it('was not due before its schedule was set', () => {
    const set = (at: string) => timesOf(daily, 'Asia/Tokyo', '2026-11-20T12:00+09:00', new Date(at))[2]
    expect(set('2026-11-20T10:01+09:00')).toBeNull()
    expect(set('2026-11-20T09:59+09:00')).toBe('2026-11-20T10:00')
  })

  it('says whether its schedule was set after its time', () => {
    const isSetAfterDue = (setAt: string, at: string, schedule: RoundSchedule | null = daily) =>
      periodAt({ schedule, scheduleFrom: schedule && new Date(setAt) }, 'Asia/Tokyo', new Date(at))
        .isSetAfterDue
    const friday1001 = '2026-11-20T10:01+09:00'
    expect(isSetAfterDue(friday1001, '2026-11-20T12:00+09:00')).toBe(true)
    expect(isSetAfterDue('2026-11-20T09:59+09:00', '2026-11-20T12:00+09:00')).toBe(false)
    // A Saturday, which is never due, and the next working day.
    expect(isSetAfterDue(friday1001, '2026-11-21T12:00+09:00')).toBe(false)
    expect(isSetAfterDue(friday1001, '2026-11-23T12:00+09:00')).toBe(false)
    expect(isSetAfterDue(friday1001, '2026-11-20T12:00+09:00', null)).toBe(false)
  })
})
