// Covers docs/requirements.md: 803, 804, 850

import { expect, it } from 'vitest'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { aMonth } from '../../../tests/support/responses/usages.ts'
import { knownMonthsOf } from './monthUsages.ts'
import { unusualMonthDoubt } from './unusualMonthDoubt.ts'

const evidence = [{ value: 1050, created_at: '2026-12-06T00:00:00+09:00' }]
const meter = aMeter({ is_cumulative: true, digit_number: 5, decimal_point: 1, replacement: null, evidence })
const until = (usage: number, value: number, at: string) => ({ so_far: { usage, value, at } })

it.each([
  [
    'more than last month',
    [aMonth('2025-12', 310), aMonth('2026-11', 300), aMonth('2026-12', null, until(50, 1050, '2026-12-06'))],
    { value: 1250, local: '2026-12-11T00:00' },
    '今月はここまで1日あたり 25 kWh で、先月の 10 kWh より 150 % 多くなります。',
  ],
  [
    'less than a year ago',
    [aMonth('2025-12', 930), aMonth('2026-12', null, until(50, 1050, '2026-12-06'))],
    { value: 1100, local: '2026-12-11T00:00' },
    '今月はここまで1日あたり 10 kWh で、前年の同じ月の 30 kWh より 67 % 少なくなります。',
  ],
  [
    'none in the month that it completes',
    [aMonth('2026-10', 310), aMonth('2026-11', null, { start: 1050 }), aMonth('2026-12', null)],
    { value: 1050, local: '2026-12-01T00:00' },
    '先月は1日あたり 0 kWh で、先々月は 10 kWh でした。',
  ],
  [
    'in the month before this one',
    [aMonth('2026-10', 310), aMonth('2026-11', null, { start: 1000 }), aMonth('2026-12', null)],
    { value: 1400, local: '2026-11-21T00:00' },
    '先月はこの日まで1日あたり 20 kWh で、先々月の 10 kWh より 100 % 多くなります。',
  ],
  [
    'in an earlier month that it completes',
    [
      aMonth('2026-09', 300),
      aMonth('2026-10', null, { start: 1000 }),
      aMonth('2026-11', null),
      aMonth('2026-12', null),
    ],
    { value: 1620, local: '2026-11-01T00:00' },
    '10月は1日あたり 20 kWh で、前の月の 10 kWh より 100 % 多くなります。',
  ],
])('says what is implausible: %s', (_, rows, { value, local }, text) => {
  const index = { value, at: Date.parse(`${local}:00+09:00`) }
  const known = knownMonthsOf({ ...meter, evidence: local > '2026-12-06' ? evidence : [] }, rows, {
    percent: 50,
    least: 0,
  })
  expect(unusualMonthDoubt(known, index, meter, 'kWh')).toEqual({ doubt: 'unusual_month', text })
})
