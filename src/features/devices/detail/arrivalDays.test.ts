import { expect, test } from 'vitest'
import { type ArrivalDay, arrivalState, lastDays, weeksOf } from './arrivalDays.ts'

const counts = { scheduled: 4, arrived: 4, late: 0, missing: 0 }
const stateOf = (over: Partial<ArrivalDay>, dueDate: string | null = null) =>
  arrivalState({ date: '2026-11-20', ...counts, ...over }, dueDate)

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
