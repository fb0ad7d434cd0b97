// Covers docs/requirements.md: 917

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import MeterBulkDialog from './MeterBulkDialog.tsx'

afterEach(() => vi.restoreAllMocks())

test('a range is asked for whole, and a field that may be empty is cleared', async () => {
  await page.viewport(820, 900)
  const sent: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'GET') return Response.json({ success: true, data: [], count: 0 })
    sent.push(await request.json())
    return Response.json(
      { success: false, code: 'validation_failed', messages: [], request_id: '1' },
      { status: 400 },
    )
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const screen = await showRouted(client, <MeterBulkDialog ids={[1, 2]} onClose={() => {}} />)
  const choose = async (field: string) => {
    await screen.getByRole('combobox', { name: '変更する項目' }).click()
    await screen.getByRole('option', { name: field }).click()
  }
  const ask = () => screen.getByRole('button', { name: '変更内容を確認' }).click()
  await choose('異常範囲')
  await screen.getByRole('textbox', { name: '異常範囲の下限' }).click()
  await userEvent.keyboard('0.8')
  await ask()
  await expect.element(screen.getByText('変更する項目と内容を入力してください。')).toBeVisible()
  await screen.getByRole('textbox', { name: '異常範囲の上限' }).click()
  await userEvent.keyboard('1')
  await ask()
  await expect.poll(() => sent).toHaveLength(1)
  await screen.getByRole('button', { name: '戻る' }).click()
  await choose('点検グループ')
  await screen.getByRole('switch', { name: '未登録にする' }).click()
  await ask()
  await expect
    .poll(() => sent)
    .toEqual([
      { ids: [1, 2], change: { emergency_start_value: 0.8, emergency_end_value: 1 } },
      { ids: [1, 2], change: { inspection_id: null } },
    ])
})
