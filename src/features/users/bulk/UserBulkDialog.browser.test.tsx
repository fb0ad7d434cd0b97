// Covers docs/requirements.md: 955

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import UserBulkDialog from './UserBulkDialog.tsx'

afterEach(() => vi.restoreAllMocks())

test('one field of many users is changed: role, notices or addresses', async () => {
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
  const screen = await showRouted(client, <UserBulkDialog ids={[7, 8]} onClose={() => {}} />)
  await expect.element(screen.getByRole('dialog', { name: '2人のユーザーをまとめて変更' })).toBeVisible()
  const field = screen.getByRole('combobox', { name: '変更する項目' })
  const choose = async (name: string) => {
    await field.click()
    await screen.getByRole('option', { name }).click()
  }
  const ask = () => screen.getByRole('button', { name: '変更内容を確認' }).click()
  const back = () => screen.getByRole('button', { name: '戻る' }).click()
  await ask()
  await expect.element(screen.getByText('変更する項目と内容を入力してください。')).toBeVisible()
  await field.click()
  const fields = () =>
    screen
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.poll(fields).toEqual(['権限', 'アラートメール', '締めのお知らせ', 'アクセスIP'])
  await screen.getByRole('option', { name: '権限' }).click()
  await screen.getByRole('combobox', { name: '新しい権限' }).selectOptions('管理者ユーザー')
  await ask()
  await expect.poll(() => sent).toHaveLength(1)
  await back()
  await choose('アラートメール')
  await screen.getByRole('switch', { name: 'アラートメールを受け取る' }).click()
  await ask()
  await expect.poll(() => sent).toHaveLength(2)
  await back()
  await choose('アクセスIP')
  await screen.getByRole('radio', { name: /指定/ }).click()
  await screen.getByRole('textbox', { name: /IPアドレス/ }).click()
  await userEvent.keyboard('192.0.2.1')
  await ask()
  await expect
    .poll(() => sent)
    .toEqual([
      { ids: [7, 8], change: { role: 1 } },
      { ids: [7, 8], change: { is_alert_mail: true } },
      { ids: [7, 8], change: { white_ips: '192.0.2.1' } },
    ])
})
