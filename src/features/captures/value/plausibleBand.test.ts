// Covers docs/requirements.md: 521, 623

import { expect, test } from 'vitest'
import { aReplacement } from '../../../../tests/support/responses/meters.ts'
import { plausibleBand } from './plausibleBand.ts'

const day = 86_400_000
const meter = {
  start_value: null,
  end_value: null,
  digit_number: 4,
  decimal_point: 0,
  is_cumulative: true,
  rate: null,
  replacement: null,
}
const gauge = { ...meter, start_value: 0, end_value: 1, digit_number: null, is_cumulative: false }
const rate = { usual: 2, greatest: 4, days: 1 }
const band = (over: Partial<Parameters<typeof plausibleBand>[0]>) =>
  plausibleBand({ last: { value: 100, at: 0 }, at: 3 * day, meter, ...over })

test.each([
  ['a gauge', { meter: gauge, last: { value: 0.9, at: 0 } }, { start: 0.6, end: 1 }],
  ['a gauge without a last value', { meter: gauge, last: null }, { start: 0, end: 1 }],
  ['a counter whose rate is not known', {}, null],
  ['a gauge without a range', { meter: { ...meter, is_cumulative: false } }, null],
  ['a counter whose rate is known', { meter: { ...meter, rate } }, { start: 100, end: 118 }],
  ['a counter that may begin anew', { last: { value: 9990, at: 0 }, meter: { ...meter, rate } }, null],
  [
    'a counter behind its replacement',
    {
      last: { value: 0, at: 0 },
      meter: {
        ...meter,
        rate,
        replacement: aReplacement({ replaced_at: new Date(0).toISOString(), old_end_value: 200 }),
      },
    },
    { start: 0, end: 18 },
  ],
  ['a meter of which nothing is known', { last: null }, null],
] as const)('the next value of %s has its band', (_, over, expected) => {
  const found = band(over)
  if (expected === null) expect(found).toBeNull()
  else expect(found).toEqual({ start: expect.closeTo(expected.start, 9), end: expected.end })
})
