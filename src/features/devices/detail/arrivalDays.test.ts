import { expect, test } from 'vitest'
import { type ArrivalDay, arrivalState, lastDays, weeksOf } from './arrivalDays.ts'

const counts = { scheduled: 4, arrived: 4, late: 0, missing: 0 }

test('thirty days end with today', () => {
  expect(lastDays('2026-03-01', 30)).toEqual({ from: '2026-01-31', to: '2026-03-01' })
})

test('a day is as bad as the worst that happened on it', () => {
  expect(arrivalState(counts)).toBe('arrived')
  expect(arrivalState({ ...counts, late: 1 })).toBe('late')
  expect(arrivalState({ ...counts, late: 1, missing: 1, arrived: 3 })).toBe('missing')
  expect(arrivalState({ ...counts, scheduled: 0, arrived: 0 })).toBe('none')
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
