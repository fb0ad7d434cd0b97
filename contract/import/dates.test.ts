// Covers docs/requirements.md: 878, 879

import { describe, expect, it } from 'vitest'
import { parseDay, parseTime } from './dates.ts'
import { timeOfSerial } from './serials.ts'

const listed = (proposals: readonly (readonly [string, string])[]) =>
  proposals.map(([repair, value]) => ({ repair, value }))

describe('parseDay', () => {
  it.each([
    ['2026/11/1', '2026-11-01'],
    ['2026-11-01', '2026-11-01'],
    ['2026.11.1', '2026-11-01'],
    ['２０２６年１１月１日', '2026-11-01'],
    ['2026年 11月 1日(日)', '2026-11-01'],
    ['20261101', '2026-11-01'],
    ['R8.11.1', '2026-11-01'],
    ['r8/11/1', '2026-11-01'],
    ['令和8年11月1日', '2026-11-01'],
    ['令和元年5月1日', '2019-05-01'],
    ['H31.4.30', '2019-04-30'],
    ['平成元年1月8日', '1989-01-08'],
    ['S64.1.7', '1989-01-07'],
    ['㍻31.4.30', '2019-04-30'],
    ['2024/2/29', '2024-02-29'],
  ])('reads %s', (text, value) => {
    expect(parseDay(text)).toEqual({ value })
  })

  it.each([
    ['H31.5.1', 'outside_era', [['next_era', '2019-05-01']]],
    ['平成32年1月1日', 'outside_era', [['next_era', '2020-01-01']]],
    ['S64.1.8', 'outside_era', [['next_era', '1989-01-08']]],
    ['R1.4.30', 'outside_era', []],
    [
      '26/11/1',
      'ambiguous',
      [
        ['two_digit_year', '2026-11-01'],
        ['reiwa_year', '2044-11-01'],
      ],
    ],
    [
      '8.11.1',
      'ambiguous',
      [
        ['two_digit_year', '2008-11-01'],
        ['reiwa_year', '2026-11-01'],
      ],
    ],
    [
      '261101',
      'ambiguous',
      [
        ['two_digit_year', '2026-11-01'],
        ['reiwa_year', '2044-11-01'],
      ],
    ],
    [
      '11/1/2026',
      'ambiguous',
      [
        ['month_first', '2026-11-01'],
        ['day_first', '2026-01-11'],
      ],
    ],
    ['31/12/2026', 'ambiguous', [['day_first', '2026-12-31']]],
    [
      '45962',
      'ambiguous',
      [
        ['excel_1900', '2025-11-01'],
        ['excel_1904', '2029-11-02'],
      ],
    ],
    ['2026/2/29', 'date_unknown', []],
    ['R8.13.1', 'date_unknown', []],
    ['R0.1.1', 'date_unknown', []],
    ['1899/12/31', 'date_unknown', []],
    ['11/1', 'not_a_date', []],
    ['45962.5', 'not_a_date', []],
    ['来週', 'not_a_date', []],
    ['', 'not_a_date', []],
  ] as const)('does not read %s', (text, problem, proposals) => {
    expect(parseDay(text)).toEqual({ problem, proposals: listed(proposals) })
  })
})

describe('parseTime', () => {
  it.each([
    ['2026/11/1 9:00', '2026-11-01 09:00:00'],
    ['2026-11-01 09:05:07', '2026-11-01 09:05:07'],
    ['2026-11-01T09:05', '2026-11-01 09:05:00'],
    ['令和8年11月1日 9時30分', '2026-11-01 09:30:00'],
    ['R8.11.1 午後3:00', '2026-11-01 15:00:00'],
    ['20261101 12:00 ', '2026-11-01 12:00:00'],
    ['2026/11/1 午前12:00', '2026-11-01 00:00:00'],
    ['2026/11/1(日) 24:00', '2026-11-02 00:00:00'],
    ['2026/12/31 24:00:00', '2027-01-01 00:00:00'],
  ])('reads %s', (text, value) => {
    expect(parseTime(text)).toEqual({ value })
  })

  it.each([
    [
      '2026/11/30',
      'time_missing',
      [
        ['start_of_day', '2026-11-30 00:00:00'],
        ['noon', '2026-11-30 12:00:00'],
        ['end_of_day', '2026-12-01 00:00:00'],
      ],
    ],
    [
      '45962.375',
      'ambiguous',
      [
        ['excel_1900', '2025-11-01 09:00:00'],
        ['excel_1904', '2029-11-02 09:00:00'],
      ],
    ],
    [
      '8.11.1 9:00',
      'ambiguous',
      [
        ['two_digit_year', '2008-11-01 09:00:00'],
        ['reiwa_year', '2026-11-01 09:00:00'],
      ],
    ],
    ['2026/11/1 24:01', 'date_unknown', []],
    ['2026/11/1 9:60', 'date_unknown', []],
    ['2026/11/31 9:00', 'date_unknown', []],
    ['9:00', 'not_a_date', []],
    ['45962', 'ambiguous', []],
  ] as const)('does not read %s', (text, problem, proposals) => {
    expect(parseTime(text)).toEqual({ problem, proposals: listed(proposals) })
  })
})

describe('timeOfSerial', () => {
  it.each([
    [1, 1900, '1900-01-01 00:00:00'],
    [59, 1900, '1900-02-28 00:00:00'],
    [60, 1900, '1900-02-29 00:00:00'],
    [61, 1900, '1900-03-01 00:00:00'],
    [45962.99999999, 1900, '2025-11-02 00:00:00'],
    [0, 1904, '1904-01-01 00:00:00'],
    [44500, 1904, '2025-11-01 00:00:00'],
    [2_958_465, 1900, '9999-12-31 00:00:00'],
  ] as const)('is %d days of %d', (serial, system, time) => {
    expect(timeOfSerial(serial, system)).toBe(time)
  })

  it('is unknown before the first day and after the last', () => {
    expect([timeOfSerial(0.5, 1900), timeOfSerial(-1, 1904), timeOfSerial(2_958_466, 1900)]).toEqual([
      null,
      null,
      null,
    ])
  })
})
