// Covers docs/requirements.md: 734, 945

import { expect, test } from 'vitest'
import { typedDay, typedDayError } from './typedDay.ts'

test.each([
  ['2027-03-31', '2027-03-31'],
  [' 2027/3/1 ', '2027-03-01'],
  ['２０２７．３．３１', '2027-03-31'],
  ['２０２７ー３ー３１', '2027-03-31'],
  ['20261225', '2026-12-25'],
  ['2027年12月1日', '2027-12-01'],
  ['R8.12.25', '2026-12-25'],
  ['Ｒ８．１２．２５', '2026-12-25'],
  ['令和8年12月25日', '2026-12-25'],
  ['　', null],
  ['2027-02-29', undefined],
  ['8.12.25', undefined],
  ['0000-01-01', undefined],
  ['来年', undefined],
])('the day of 「%s」 is %s', (typed, day) => {
  expect(typedDay(typed)).toBe(day)
})

test('a day that could be several names them, and another one an example', () => {
  expect(typedDayError('8.12.25')).toBe('2008-12-25 か 2026-12-25 のことであれば、そのように入力してください')
  expect(typedDayError('H31.5.1')).toBe('2019-05-01 のことであれば、そのように入力してください')
  expect(typedDayError('来年')).toBe('1900年以降の日付を 2027-03-31 や R9.3.31 のように入力してください')
})
