// Covers docs/requirements.md: 41, 245, 246, 267, 268

import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { spanParam } from '../../../../contract/time/spans.ts'
import type { PeriodChoice } from './period.ts'
import {
  periodDays,
  periodSpan,
  pickedSpan,
  toPickerFormat,
  wholeDaysOf,
  withWholeLastDay,
} from './periodSpan.ts'

const wire = (choice: PeriodChoice, today: string) => z.encode(spanParam, periodSpan(choice, today))

test.each([
  ['day', '2026-11-20-00-00>,2026-11-20-23-59<'],
  ['week', '2026-11-13-00-00>,2026-11-20-23-59<'],
  ['fortnight', '2026-11-06-00-00>,2026-11-20-23-59<'],
  ['month', '2026-10-20-00-00>,2026-11-20-23-59<'],
] as const)('the period %s asks for %s', (period, expected) => {
  expect(wire({ period }, '2026-11-20')).toBe(expected)
})

test('a month back from the 31st is the last day of a shorter month', () => {
  expect(wire({ period: 'month' }, '2027-03-31')).toBe('2027-02-28-00-00>,2027-03-31-23-59<')
})

test('a picked range is asked for as it was picked', () => {
  const choice = { period: 'range', from: '2026-11-01-09-30', to: '2026-11-02-18-00' } as const
  expect(wire(choice, '2026-11-20')).toBe('2026-11-01-09-30>,2026-11-02-18-00<')
})

test.each([
  [{ period: 'day' }, '2026-11-20>,2026-11-20<'],
  [{ period: 'month' }, '2026-10-20>,2026-11-20<'],
  [{ period: 'range', from: '2026-11-01-09-30', to: '2026-11-02-18-00' }, '2026-11-01>,2026-11-02<'],
  [{ period: 'range', from: '2026-11-01-09-30', to: '2026-12-02-18-00' }, '2026-11-01>,2026-11-20<'],
] as const)('abnormal readings of %o are asked for by whole days up to today: %s', (choice, expected) => {
  expect(z.encode(spanParam, periodDays(choice, '2026-11-20'))).toBe(expected)
})

test('times go to the picker and come back unchanged', () => {
  expect(toPickerFormat('2026-11-01-09-30')).toBe('2026-11-01 09:30:00')
  expect(pickedSpan([toPickerFormat('2026-11-01-09-30'), toPickerFormat('2026-11-02-18-00')])).toEqual({
    from: '2026-11-01-09-30',
    to: '2026-11-02-18-00',
  })
  expect(toPickerFormat(undefined)).toBeNull()
})

test('half a range is no range', () => {
  expect(pickedSpan(['2026-11-01 09:30:00', null])).toBeNull()
})

test('two times of one day may be picked in either order', () => {
  expect(pickedSpan(['2026-11-01 18:00:00', '2026-11-01 09:00:00'])).toEqual({
    from: '2026-11-01-09-00',
    to: '2026-11-01-18-00',
  })
})

test('a day picked as the end is included to its last minute, and a time chosen for it afterwards stays', () => {
  const picked = withWholeLastDay(
    ['2026-11-01 00:00:00', null],
    ['2026-11-01 00:00:00', '2026-11-02 00:00:00'],
  )
  expect(picked).toEqual(['2026-11-01 00:00:00', '2026-11-02 23:59:00'])
  expect(withWholeLastDay(picked, ['2026-11-01 00:00:00', '2026-11-02 00:00:00'])[1]).toBe(
    '2026-11-02 00:00:00',
  )
})

test('a range of whole days is known as such, one that cuts a day is not', () => {
  const range = (from: string, to: string) => wholeDaysOf({ period: 'range', from, to })
  expect(range('2026-10-01-00-00', '2026-10-31-23-59')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(range('2026-10-01-09-00', '2026-10-31-23-59')).toEqual({ from: undefined, to: undefined })
})
