// Covers docs/requirements.md: 454

import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LlmUsageLog } from '../../../contract/llm-usage.ts'
import type { Account } from '../../../contract/users.ts'
import { dialogHasFocus } from '../../../tests/support/components/dialogHasFocus.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { LlmUsageLogs } from './LlmUsageLogs.tsx'
import type { LlmSearch } from './llmSearch.ts'

const aLog = (over: Partial<LlmUsageLog> = {}): LlmUsageLog => ({
  id: 1,
  reading: { id: 11, meter: { id: 3, name: 'No.3 都市ガス' } },
  image: null,
  thumbnail: null,
  provider: 'api.example.com',
  model: 'reader-1',
  user_prompt: '種別：回転する数字のカウンター\n桁数：6',
  system_prompt: 'あなたは計器の写真を読む係です。',
  status: 'success',
  answer: '{"value":1234.5,"confidence":0.97,"reason":"明瞭"}',
  reason: null,
  input_tokens: 1200,
  output_tokens: 40,
  cost: 0.0034,
  duration: 2150,
  created_at: '2026-11-20T09:00:00+09:00',
  ...over,
})
const failed = aLog({
  id: 2,
  reading: { id: 12, meter: { id: 4, name: 'No.4 上水' } },
  status: 'error',
  reason: '応答429: 利用の制限を超えました',
  answer: null,
  input_tokens: null,
  output_tokens: null,
  cost: null,
})

function Screen() {
  const [search, setSearch] = useState<LlmSearch>({})
  return <LlmUsageLogs organizationId={7} search={search} onSearch={setSearch} />
}

async function open(logs: LlmUsageLog[], account: Partial<Account> = { ai_boost_model: true }) {
  const asked: URLSearchParams[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    asked.push(new URL(new Request(input, init).url).searchParams)
    return Response.json({ success: true, data: logs, count: logs.length })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ role: 2, ...account }))
  return { screen: await showRouted(client, <Screen />), last: () => Object.fromEntries(asked.at(-1) ?? []) }
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
})

test.each([390, 1440])('a row opens what was asked, answered and paid: %i px', async (width) => {
  await page.viewport(width, 900)
  const { screen, last } = await open([aLog(), failed])
  await expect.element(screen.getByText(/api\.example\.com/).first()).toBeVisible()
  expect(last()).toMatchObject({ organization_id: '7', limit: '50' })
  expect(document.documentElement.scrollWidth).toBe(width)
  await screen.getByRole('button', { name: 'No.3 都市ガスの詳細を開く' }).click()
  const dialog = screen.getByRole('dialog', { name: 'LLM利用ログ（No.3 都市ガス）' })
  for (const text of [
    /桁数：6/,
    /計器の写真を読む係/,
    /"value":1234.5/,
    '測定値に採用しました',
    '0.003400',
    '2.2 秒',
  ])
    await expect.element(dialog.getByText(text)).toBeVisible()
  await expect.element(dialog.getByText('入力 1,200、出力 40')).toBeVisible()
  await dialogHasFocus(/入力 1,200、出力 40/)
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('button', { name: 'No.4 上水の詳細を開く' }).click()
  await expect.element(screen.getByText('応答429: 利用の制限を超えました')).toBeVisible()
})

test('errors alone can be asked for', async () => {
  await page.viewport(1440, 900)
  const { screen, last } = await open([failed])
  await screen.getByRole('button', { name: '状態を絞り込み' }).click()
  await screen.getByRole('combobox', { name: '状態' }).click()
  const option = screen.getByRole('option', { name: 'エラー' })
  await expect.element(option).toBeInTheDocument()
  // Pressed by script: in a frame this low the pager is above the list.
  option.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.poll(last).toMatchObject({ status: 'error' })
})

test('without a model it says so, and that nothing is sent', async () => {
  const { screen } = await open([], {})
  await expect.element(screen.getByText(/AIモデル: 未設定/)).toBeVisible()
  await expect.element(screen.getByText('AIモデルの利用はまだありません。')).toBeVisible()
})
