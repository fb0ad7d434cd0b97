// Covers docs/requirements.md: 536, 623, 668

import { expect, test } from 'vitest'
import { show } from '../../../../tests/support/components/show.tsx'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { ValueChange } from './ValueChange.tsx'

const last = '2026-11-19T09:00:00+09:00'
const counter = aMeter({
  digit_number: 5,
  decimal_point: 1,
  is_cumulative: true,
  rate: { usual: 12.34, greatest: 20, days: 1 },
  evidence: [{ value: 9990, created_at: last }],
})

test.each([
  ['over a rollover', 4.5, counter, '前回との差 +14.5 m³（一周）ふだん 1日あたり 12.3 m³'],
  [
    'multiplied',
    9999.9,
    { ...counter, multiplier: 10 },
    '前回との差 +9.9 m³使用量 99.0 m³（倍率 10）ふだん 1日あたり 12.3 m³',
  ],
  [
    'multiplied, without a difference that its decimals show',
    9989.96,
    { ...counter, multiplier: 10, rate: null },
    '前回との差 ±0.0 m³使用量 0.0 m³（倍率 10）',
  ],
  ['without a difference', 9990, { ...counter, rate: null }, '前回との差 ±0.0 m³'],
  ['with less than its decimals show', 9989.96, { ...counter, is_cumulative: false }, '前回との差 ±0.0 m³'],
  [
    'with a last value of more decimals',
    9995,
    {
      ...counter,
      is_cumulative: false,
      decimal_point: 0,
      evidence: [{ value: 9990.5, created_at: last }],
    },
    '前回との差 +4 m³',
  ],
  ['backwards', 9880, { ...counter, rate: null }, '前回との差 −110.0 m³'],
])('a value stands beside the last one and the usual rate: %s', async (_, value, meter, text) => {
  const shown = { value, at: Date.parse(last) + 86_400_000 }
  const screen = await show(<ValueChange shown={shown} meter={meter} unit="m³" />)
  await expect.element(screen.getByRole('list', { name: '前回との比較' })).toHaveTextContent(text)
})
