// Covers docs/requirements.md: 158, 533, 621

import { expect, test } from 'vitest'
import type { CategoryType } from '../../../../contract/categories.ts'
import type { Meter } from '../../../../contract/meters.ts'
import { show } from '../../../../tests/support/components/show.tsx'
import { aReplacement } from '../../../../tests/support/responses/meters.ts'
import { MeterSummary } from './MeterSummary.tsx'

const last = (over: Partial<NonNullable<Meter['last_reading']>>) => ({
  id: 9,
  value: 0.44,
  created_at: '2026-11-20T09:00:00+09:00',
  is_abnormal: false,
  is_unsure: true,
  read_state: 1 as const,
  thumbnail: null,
  ...over,
})
const meter = {
  name: 'No.3 冷却水圧力',
  decimal_point: 2,
  start_value: 0,
  end_value: 1,
  emergency_start_value: null,
  emergency_end_value: null,
  reference: null,
  evidence: [{ value: 0.42, created_at: '2026-11-19T09:00:00+09:00' }],
  last_reading: last({ value: null, is_abnormal: true }),
  replacement: null,
} as unknown as Meter

const factsOf = async (over: Partial<Meter>, type: CategoryType = 0) => {
  const screen = await show(
    <MeterSummary meter={{ ...meter, ...over }} category={{ type, icon: null }} unit="MPa" />,
  )
  return screen.getByRole('definition').first()
}

test('a photograph that failed does not hide the last value, and is named beside it', async () => {
  await expect.element(await factsOf({})).toMatchTextContent(/^0\.42\s*MPa.*はデータ無し$/)
})

test.each([
  { over: {}, type: 0, text: /^0\.42\s*MPa.*は設定待ち$/ },
  { over: { evidence: [] }, type: 0, text: /^11\/20 09:00.*は設定待ち$/ },
  { over: { evidence: [] }, type: 4, text: /^11\/20 09:00.*は入力待ち$/ },
] as const)('a picture that waits says for what: $text', async ({ over, type, text }) => {
  const waiting = { last_reading: last({ value: null, is_abnormal: false, read_state: 3 }) }
  await expect
    .element(await factsOf({ ...waiting, ...over } as Partial<Meter>, type))
    .toMatchTextContent(text)
})

test('a later value that nobody is sure of is named beside the last sure one', async () => {
  await expect
    .element(await factsOf({ last_reading: last({}) }))
    .toMatchTextContent(/^0\.42\s*MPa.*は 0\.44 MPa（要確認）$/)
})

test('where there is no sure value the latest one is marked', async () => {
  await expect
    .element(await factsOf({ evidence: [], last_reading: last({}) }))
    .toMatchTextContent(/^要確認\s*0\.44\s*MPa/)
})

test('a meter that was never read has no data', async () => {
  await expect.element(await factsOf({ evidence: [], last_reading: null })).toHaveTextContent('データ無し')
})

test('behind a replacement the last value is what the new meter showed at first, and says so', async () => {
  const replacement = aReplacement({ replaced_at: '2026-11-20T00:00:00.000Z' })
  const evidence = [{ value: 0, created_at: '2026-11-20T09:00:00+09:00' }]
  await expect
    .element(await factsOf({ evidence, replacement, last_reading: null }))
    .toMatchTextContent(/^0\.00\s*MPa.*新メーターの開始値$/)
})

test('the camera screen says where the meter is, before its last value', async () => {
  const screen = await show(
    <MeterSummary
      meter={{ ...meter, place_note: '地下1階 機械室\n扉の右' }}
      category={{ type: 0, icon: null }}
      unit="MPa"
    />,
  )
  const terms = screen.getByRole('term')
  await expect.element(terms.first()).toHaveTextContent('設置場所')
  await expect.element(terms.nth(1)).toHaveTextContent('前回')
  await expect.element(screen.getByRole('definition').first()).toMatchTextContent(/地下1階 機械室\s扉の右/)
})
