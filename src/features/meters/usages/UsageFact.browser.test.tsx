// Covers docs/requirements.md: 848

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UsageRow } from '../../../../contract/usage/usages.ts'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { aMonth } from '../../../../tests/support/responses/usages.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { categoriesQuery } from '../../../lib/queries/categories.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { monthUsagesQuery } from '../../../lib/usages/monthUsages.ts'
import { UsageFact } from './UsageFact.tsx'

/** The rows that the server answers with; null: it fails. */
const server = { usages: null as UsageRow[] | null }
beforeEach(() => {
  server.usages = null
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    server.usages === null
      ? new Response(null, { status: 503 })
      : Response.json({ success: true, data: server.usages }),
  )
  localStorage.setItem('clockOffset', String(Date.now() - Date.parse('2026-12-15T09:00:00+09:00')))
})
afterEach(() => {
  vi.restoreAllMocks()
})

const december = aMonth('2026-12', null, { so_far: { usage: 50, value: 1050, at: '2026-12-06' } })

/** `ofRound`: what the device has of the two meters of a round. */
async function open(ofRound?: UsageRow[]) {
  const meter = aMeter({ name: '電力量計', is_cumulative: true, decimal_point: 1, inspection_id: 2 })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [meter, { ...meter, id: 4 }])
  client.setQueryData(categoriesQuery.queryKey, [])
  if (ofRound) client.setQueryData(monthUsagesQuery([3, 4], '2026-12').queryKey, ofRound)
  const screen = await showRouted(client, <UsageFact meter={meter} unit="kWh" />, ['/usage'])
  const fact = screen.getByRole('group', { name: '使用量' })
  return { fact, retry: fact.getByRole('button', { name: '再試行' }) }
}

test('last month and this month are shown with their marks, once the server answers', async () => {
  const { fact, retry } = await open()
  await expect.element(retry).toBeVisible()
  server.usages = [{ ...aMonth('2026-11', 331.5), mark: 'interpolated', is_corrected: true }, december]
  await retry.click()
  await expect
    .element(fact)
    .toMatchTextContent(/先月 331\.5 kWh 推計・修正今月 50\.0 kWh（12\/6 00:00.* まで）月ごとの使用量$/)
})

test('the meter is found in 使用量, with its graph', async () => {
  const { fact } = await open()
  await expect.element(fact.getByRole('link')).toBeVisible()
  const link = new URL(fact.getByRole('link').element().getAttribute('href') ?? '', location.href)
  expect([link.pathname, ...link.searchParams.values()]).toEqual(['/usage', 'year', '電力量計', 'm3'])
})

test('what was fetched with the round is shown until the server answers, with its age where it fails', async () => {
  const { fact, retry } = await open([
    { ...aMonth('2026-11', 7), meter_id: 4 },
    aMonth('2026-11', 300),
    aMonth('2026-12', null),
  ])
  await expect.element(fact).toMatchTextContent(/の内容です。.*先月 300\.0 kWh今月 不明月ごとの使用量$/)
  server.usages = [aMonth('2026-11', 310), december]
  await retry.click()
  await expect.element(fact).toMatchTextContent(/先月 310\.0 kWh今月 50\.0 kWh/)
})

test('a meter without usages in both months says so', async () => {
  server.usages = []
  const { fact } = await open()
  await expect.element(fact).toMatchTextContent(/計算できる測定値がありません月ごとの使用量$/)
})
