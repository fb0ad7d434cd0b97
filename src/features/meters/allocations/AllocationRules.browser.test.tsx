// Covers docs/requirements.md: 820, 821

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { AllocationRule } from '../../../../contract/usage/allocations.ts'
import { show } from '../../../../tests/support/components/show.tsx'
import { type } from '../../../../tests/support/components/typeInPage.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { costBearersQuery } from '../../../lib/queries/costBearers.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { AllocationRules } from './AllocationRules.tsx'

const fixed: AllocationRule = {
  from_month: '2026-12',
  method: 'shares',
  shares: [
    { cost_bearer_id: 5, percent: 40 },
    { cost_bearer_id: 6, percent: 60 },
  ],
}

let rules: AllocationRule[] = []
let sent: { method: string; path: string; body: unknown }[] = []
/** Answers a change; undefined: with success. */
let refusal: object | undefined

beforeEach(() => {
  rules = [fixed, { from_month: '2026-09', method: 'usage', shares: [] }]
  sent = []
  refusal = undefined
  localStorage.setItem('clockOffset', String(Date.now() - Date.parse('2026-11-20T07:00:00Z')))
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'GET') return Response.json({ success: true, data: rules })
    const body = request.method === 'DELETE' ? null : await request.json()
    sent.push({ method: request.method, path: new URL(request.url).pathname, body })
    if (refusal !== undefined) return Response.json(refusal, { status: 400 })
    return Response.json({ success: true, data: body === null ? { id: 3 } : fixed })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.removeItem('clockOffset')
  notify.clear()
})

async function shown() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(costBearersQuery.queryKey, [
    { id: 5, name: '1階 店舗', status: 0 },
    { id: 6, name: '2階 事務所', status: 0 },
    { id: 7, name: '退去済', status: 1 },
  ])
  return show(
    <QueryClientProvider client={client}>
      <AllocationRules meter={aMeter({ is_cumulative: true })} />
    </QueryClientProvider>,
  )
}

async function adding() {
  const screen = await shown()
  await screen.getByRole('button', { name: '按分の方法を追加' }).click()
  const dialog = screen.getByRole('dialog', { name: '按分の方法の追加' })
  await dialog.getByRole('combobox', { name: '方法' }).selectOptions('固定の割合')
  const choose = async (index: number, name: string, percent: string) => {
    const share = dialog.getByRole('group', { name: `負担先 ${index}` })
    await share.getByRole('combobox', { name: '負担先' }).click()
    await page.getByRole('option', { name }).click()
    await type(share.getByRole('textbox', { name: '割合（%）' }), percent)
  }
  return { screen, dialog, choose, register: dialog.getByRole('button', { name: '登録' }) }
}

describe('按分 of a meter', () => {
  it('lists from when on the usage is allocated how, and what applies now', async () => {
    const screen = await shown()
    const items = screen.getByRole('list', { name: '按分の方法' }).getByRole('listitem')
    await expect
      .element(items.first())
      .toMatchTextContent(/^2026年12月から 固定の割合（1階 店舗 40 %、2階 事務所 60 %）$/)
    await expect.element(items.nth(1)).toMatchTextContent(/^2026年9月から 子メーターの使用量の割合今の設定$/)
  })

  it('gets fixed shares with full-width digits, once they add up to 100', async () => {
    rules = []
    const { dialog, choose, register } = await adding()
    await choose(1, '1階 店舗', '３３．３')
    await choose(2, '2階 事務所', '66')
    await expect.element(dialog.getByText('合計 99.3 %')).toBeVisible()
    await register.click()
    await expect.element(dialog.getByText('合計を 100 % にしてください')).toBeVisible()
    await expect.element(dialog.getByRole('textbox', { name: '割合（%）' }).first()).toHaveFocus()
    expect(sent).toEqual([])
    await type(dialog.getByRole('textbox', { name: '割合（%）' }).nth(1), '66.7')
    await register.click()
    await expect.element(dialog).not.toBeInTheDocument()
    const shares = [
      { cost_bearer_id: 5, percent: 33.3 },
      { cost_bearer_id: 6, percent: 66.7 },
    ]
    expect(sent).toEqual([
      {
        method: 'PUT',
        path: '/api/v1/meters/3/allocation-rules/2026-11',
        body: { method: 'shares', shares },
      },
    ])
  })

  it('refuses a cost bearer twice, and a share of nothing', async () => {
    rules = []
    const { dialog, choose, register } = await adding()
    await choose(1, '1階 店舗', '50')
    await choose(2, '1階 店舗', '50')
    await register.click()
    await expect.element(dialog.getByText('同じ負担先は一度だけ選択できます')).toBeVisible()
    await type(dialog.getByRole('textbox', { name: '割合（%）' }).nth(1), '0')
    await register.click()
    await expect.element(dialog.getByText(/^0 より大きく 100 以下の数値を/)).toBeVisible()
    expect(sent).toEqual([])
  })

  it('offers no disabled cost bearer, and shows a refusal at its field', async () => {
    rules = []
    const message = '子メーターがありません。先に子メーターを登録してください'
    refusal = {
      success: false,
      code: 'validation_failed',
      messages: [message],
      request_id: 'r',
      issues: [{ path: 'method', message }],
    }
    const { dialog, register } = await adding()
    await dialog.getByRole('combobox', { name: '負担先' }).first().click()
    await expect.element(page.getByRole('option', { name: '2階 事務所' })).toBeVisible()
    await expect.element(page.getByRole('option', { name: '退去済' })).not.toBeInTheDocument()
    await dialog.getByRole('combobox', { name: '方法' }).selectOptions('子メーターの使用量の割合')
    await register.click()
    await expect.element(dialog.getByText(message)).toBeVisible()
    await expect.element(dialog.getByRole('combobox', { name: '方法' })).toHaveFocus()
  })

  it('says that it replaces the rule of a month, and deletes one after a question', async () => {
    const { screen, dialog } = await adding()
    await dialog.getByRole('combobox', { name: 'いつから' }).selectOptions('2026年12月')
    await expect
      .element(dialog.getByText('この月に始まる方法があります。登録すると置き換えます'))
      .toBeVisible()
    await dialog.getByRole('button', { name: 'キャンセル' }).click()
    await screen.getByRole('button', { name: '破棄' }).click()
    await screen.getByRole('button', { name: '2026年12月からの按分を削除' }).click()
    await screen
      .getByRole('dialog', { name: '按分の方法の削除' })
      .getByRole('button', { name: '削除' })
      .click()
    await expect
      .poll(() => sent)
      .toEqual([{ method: 'DELETE', path: '/api/v1/meters/3/allocation-rules/2026-12', body: null }])
  })
})
