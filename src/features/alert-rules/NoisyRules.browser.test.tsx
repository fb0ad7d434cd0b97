// Covers docs/requirements.md: 1064, 1066, 1067, 1068, 1069

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { NoiseSource, QuieterRule } from '../../../contract/alert-rules/noise.ts'
import { dialogHasFocus } from '../../../tests/support/components/dialogHasFocus.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { anAlertRule, aReplay } from '../../../tests/support/responses/alertRules.ts'
import { aCategory, aMeter } from '../../../tests/support/responses/meters.ts'
import { aNoiseSource, aQuieterRule } from '../../../tests/support/responses/noise.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { alertRulesQuery } from '../../lib/queries/alert-rules/alertRules.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { groupsQuery } from '../../lib/queries/groups.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { NoisyRules } from './NoisyRules.tsx'

let sources: NoiseSource[] = []
let answers: Record<string, QuieterRule> = {}
let isFailing = false
/** The query of each 試算, and how many wait for an answer. */
let asked: string[] = []
let waiting = 0
let mostWaiting = 0

beforeEach(() => {
  sources = [aNoiseSource()]
  answers = {}
  isFailing = false
  asked = []
  waiting = 0
  mostWaiting = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(new Request(input, init).url)
    const path = url.pathname.replace('/api/v1', '')
    if (path === '/alert-rules/noise') {
      const failure = { success: false, code: 'internal', messages: [], issues: [], request_id: 'r1' }
      if (isFailing) return Response.json(failure, { status: 500 })
      return Response.json({ success: true, data: { from: '2026-09-01T09:00:00+09:00', sources } })
    }
    if (path === '/alert-rules/quieter') {
      asked.push(url.search)
      waiting += 1
      mostWaiting = Math.max(mostWaiting, waiting)
      await Promise.resolve()
      waiting -= 1
      return Response.json({ success: true, data: answers[url.search] ?? aQuieterRule() })
    }
    if (path === '/alert-rules/replay') return Response.json({ success: true, data: aReplay() })
    return Response.json({ success: true, data: [] })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

async function open(role: 0 | 1 = 1) {
  await page.viewport(1440, 900)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ role }))
  client.setQueryData(alertRulesQuery.queryKey, [anAlertRule({ open_cases: 1 })])
  client.setQueryData(metersQuery.queryKey, [
    aMeter({
      id: 3,
      name: '冷却水往き圧',
      meter_group_id: 6,
      emergency_start_value: 0.1,
      emergency_end_value: 0.5,
      decimal_point: 2,
    }),
  ])
  client.setQueryData(groupsQuery.queryKey, [])
  client.setQueryData(categoriesQuery.queryKey, [aCategory()])
  client.setQueryData(unitsQuery.queryKey, [{ id: 1, name: 'MPa', status: 0 }])
  return showRouted(client, <NoisyRules readingDialog={() => null} />)
}

const ofRange = aNoiseSource({ rule_id: null, meter_id: 3, name: '冷却水往き圧', confirmed: 0, commented: 0 })

test('a noisy rule says how often it rang, what people did and what a quieter one would open, and opens in its form', async () => {
  const screen = await open()
  const row = screen.getByRole('listitem').filter({ hasText: '圧力計 上下限' })
  await expect.element(row).toMatchTextContent('提案：不感帯を0.04 MPaに広げる')
  await expect.element(row).toMatchTextContent('過去90日の試算で12件 → 2件')
  for (const fact of ['アラート38件', '1週間に3件', '夜間12件', '確認5件（コメントあり2件）'])
    await expect.element(row).toMatchTextContent(fact)
  await screen.getByRole('button', { name: '圧力計 上下限を、この案で編集' }).click()
  await dialogHasFocus(/アラートルールの編集/)
  await expect.element(screen.getByRole('textbox', { name: '解消の値' })).toHaveValue('0.46')
  await expect.element(screen.getByRole('textbox', { name: 'ルール名' })).toHaveValue('圧力計 上下限')
  await expect.element(screen.getByText(/発生中のアラート1件は終わります/)).toBeVisible()
})

test('an abnormal range is to be replaced by a rule of its meter, which is a new one', async () => {
  sources = [ofRange]
  const screen = await open()
  const row = screen.getByRole('listitem').filter({ hasText: '異常範囲 0.10 〜 0.50 MPaの外' })
  await expect.element(row).toMatchTextContent('確認なし')
  await expect
    .element(row)
    .toMatchTextContent('冷却水往き圧が0.50 MPaを超え、2回続いたら警報。0.46 MPa以下に戻ったら解消。')
  await screen.getByRole('button', { name: '冷却水往き圧を、この案で登録' }).click()
  await dialogHasFocus(/アラートルールの追加/)
  await expect.element(screen.getByRole('textbox', { name: 'ルール名' })).toHaveValue('冷却水往き圧 上下限')
  await expect.element(screen.getByRole('textbox', { name: '警報の値' })).toHaveValue('0.5')
})

test('a general user reads it all without a button', async () => {
  sources = [aNoiseSource(), ofRange]
  const screen = await open(0)
  await expect.element(screen.getByText('過去90日の試算で12件 → 2件')).toBeVisible()
  await expect.element(screen.getByText('過去90日の試算で上限を超えたアラートは12件 → 2件')).toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
})

test('one 試算 is asked for after another', async () => {
  sources = [aNoiseSource(), ofRange, aNoiseSource({ rule_id: 2, name: '温度' })]
  await open()
  await expect.poll(() => asked).toEqual(['?rule_id=1', '?meter_id=3', '?rule_id=2'])
  expect(mostWaiting).toBe(1)
})

test('it says why a rule has no proposal', async () => {
  answers = { '?rule_id=1': aQuieterRule({ readings: 0, cases: 0, proposed: null, problem: 'no_readings' }) }
  const screen = await open()
  await expect
    .element(screen.getByText('過去90日に判定できる測定値がないため、試算できません。'))
    .toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
})

test('it is good news that no rule is noisy', async () => {
  sources = []
  const screen = await open()
  await expect.element(screen.getByText('通知の多いルールはありません')).toBeVisible()
})

test('a failure is said and can be tried again', async () => {
  isFailing = true
  const screen = await open()
  const retry = screen.getByRole('button', { name: '再試行' })
  await expect.element(retry).toBeVisible()
  isFailing = false
  await retry.click()
  await expect.element(screen.getByText('提案：不感帯を0.04 MPaに広げる')).toBeVisible()
})
