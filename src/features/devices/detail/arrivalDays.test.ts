// Covers docs/requirements.md: 669

import { describe, expect, test } from 'vitest'
import { type ArrivalDay, arrivalState, awaitedDates, lastDays, weeksOf } from './arrivalDays.ts'

const counts = { scheduled: 4, arrived: 4, late: 0, missing: 0 }
const stateOf = (over: Partial<ArrivalDay>, ...awaited: string[]) =>
  arrivalState({ date: '2026-11-20', ...counts, ...over }, awaited)

test('thirty days end with today', () => {
  expect(lastDays('2026-03-01', 30)).toEqual({ from: '2026-01-31', to: '2026-03-01' })
})

test('a day is as bad as the worst that happened on it', () => {
  expect(stateOf({})).toBe('arrived')
  expect(stateOf({ late: 1 })).toBe('late')
  expect(stateOf({ late: 1, missing: 1, arrived: 3 })).toBe('missing')
  expect(stateOf({ scheduled: 0, arrived: 0 })).toBe('none')
})

test('a day of which nothing is counted yet, and something is due, is awaited', () => {
  expect(stateOf({ scheduled: 0, arrived: 0 }, '2026-11-20')).toBe('awaited')
  expect(stateOf({ scheduled: 0, arrived: 0 }, '2026-11-21')).toBe('none')
  expect(stateOf({ missing: 1 }, '2026-11-20')).toBe('missing')
})

describe('awaitedDates', () => {
  // 07:00 of 20 November in Tokyo.
  const device = { next_due_at: '2026-11-19T22:00:00Z', deleted_at: null, interval_crons: '0 7 * * *' }
  const of = (over: Partial<typeof device>, today: string) =>
    awaitedDates({ ...device, ...over }, today, 'Asia/Tokyo')

  test('returns the day of the first time that nothing was reported for', () => {
    expect(of({}, '2026-11-20')).toEqual(['2026-11-20'])
    expect(of({}, '2026-11-19')).toEqual(['2026-11-20'])
  })

  test('also returns today after such a time, if the schedule is due today', () => {
    expect(of({}, '2026-11-22')).toEqual(['2026-11-20', '2026-11-22'])
    // A Sunday.
    expect(of({ interval_crons: '0 7 * * 1' }, '2026-11-22')).toEqual(['2026-11-20'])
  })

  test('returns none without a schedule or of a deleted device', () => {
    expect(awaitedDates({ ...device, next_due_at: null }, '2026-11-22', 'Asia/Tokyo')).toEqual([])
    expect(awaitedDates({ ...device, deleted_at: '2026-11-21T00:00:00Z' }, '2026-11-22', 'UTC')).toEqual([])
  })
})

test('weeks begin on Sunday, and a day without a word has nothing scheduled', () => {
  const friday: ArrivalDay = { date: '2026-11-20', ...counts }
  const weeks = weeksOf({ from: '2026-11-18', to: '2026-11-23' }, [friday])
  expect(weeks.map((week) => week.map((day) => day?.date.slice(8) ?? ''))).toEqual([
    ['', '', '', '18', '19', '20', '21'],
    ['22', '23', '', '', '', '', ''],
  ])
  expect(weeks[0]?.[5]).toEqual(friday)
  expect(weeks[0]?.[4]).toMatchObject({ scheduled: 0 })
})
