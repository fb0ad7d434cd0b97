// Covers docs/requirements.md: 734

import { expect, test } from 'vitest'
import { parseDay } from './parseDay.ts'

test.each([
  ['2027-03-31', '2027-03-31'],
  [' 2027/3/1 ', '2027-03-01'],
  ['２０２７．３．３１', '2027-03-31'],
  ['20280229', '2028-02-29'],
  ['2027年12月1日', '2027-12-01'],
  ['2027ー3ー31', '2027-03-31'],
  ['　', null],
  ['2027-02-29', undefined],
  ['2027-13-01', undefined],
  ['27-03-31', undefined],
  ['2027-3', undefined],
  ['0000-01-01', undefined],
  ['来年', undefined],
])('the day of 「%s」 is %s', (typed, day) => {
  expect(parseDay(typed)).toBe(day)
})
