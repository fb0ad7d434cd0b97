// Covers docs/requirements.md: 852, 853, 948

import { expect, test } from 'vitest'
import { categoryType } from '../../../../contract/categories.ts'
import type { Meter } from '../../../../contract/meters.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { differenceTexts, judgeRow, type PaperMeter, usualBand } from './judgeRow.ts'

const at = Date.parse('2026-11-20T09:00:00+09:00')
const evidence = [{ value: 0.4, created_at: '2026-11-10T09:00:00+09:00' }]
const gauge = aMeter({ evidence })
const counter = aMeter({
  start_value: null,
  end_value: null,
  emergency_start_value: null,
  emergency_end_value: null,
  is_cumulative: true,
  digit_number: 5,
  decimal_point: 1,
  rate: { usual: 20, greatest: 30, days: 1 },
  evidence: [{ value: 9900, created_at: '2026-11-10T09:00:00+09:00' }],
})
const row = (meter: Meter): PaperMeter => ({
  meter,
  isEarlier: false,
  type: meter.is_cumulative ? categoryType.counter : categoryType.circle,
  unit: 'kWh',
  months: null,
})
const doubts = (text: string, meter: Meter) =>
  judgeRow(text, at, row(meter), null).doubts.map(({ doubt }) => doubt)

test('the band ends where a value is asked about', () => {
  expect(usualBand(gauge, at)).toEqual({ low: expect.closeTo(0.1), high: expect.closeTo(0.7) })
  expect(doubts('0.69', gauge)).toEqual([])
  expect(doubts('0.71', gauge)).toEqual(['large_change'])
  expect(doubts('349', counter)).toEqual([])
  expect(doubts('351', counter)).not.toEqual([])
  expect(usualBand(counter, at)).toEqual({ low: 9900, high: 350 })
})

test('the band stays within the measuring range, and is not known without a last value or a rate', () => {
  const high = aMeter({ evidence: [{ value: 0.9, created_at: '2026-11-10T09:00:00+09:00' }] })
  expect(usualBand(high, at)).toEqual({ low: expect.closeTo(0.6), high: 1 })
  expect(usualBand(aMeter(), at)).toBeNull()
  expect(usualBand({ ...counter, rate: null }, at)).toBeNull()
})

test('a difference goes over a rollover, and is a day’s only of a meter that counts up', () => {
  expect(differenceTexts(50, at, counter, 'kWh')).toEqual({
    difference: '+150.0 kWh',
    perDay: '1日あたり 15 kWh',
  })
  expect(differenceTexts(0.3, at, gauge, 'MPa')).toEqual({ difference: '−0.10 MPa', perDay: null })
  expect(differenceTexts(0.3, at, aMeter(), 'MPa')).toBeNull()
})

test('full-width digits are a value, words and too many digits are an error', () => {
  expect(judgeRow('１２．５', at, row(counter), null)).toMatchObject({ value: 12.5, error: null })
  expect(judgeRow('12a', at, row(counter), null)).toMatchObject({
    value: null,
    error: '数値を入力してください',
  })
  expect(judgeRow('12345', at, row(counter), null).error).toBe('5桁のメーターです。整数部は4桁までです')
  expect(judgeRow('12', at, { ...row(counter), type: null }, null)).toMatchObject({ value: null, doubts: [] })
  expect(judgeRow(' ', at, row(counter), null)).toEqual({ value: null, error: null, doubts: [] })
})
