import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { anAccount } from '../../../tests/support/account.ts'
import { showRouted } from '../../../tests/support/showRouted.tsx'
import { accountQuery } from '../../lib/queries/account.ts'
import { ApisScreen } from './ApisScreen.tsx'

const key = {
  id: 1,
  name: '集計システム',
  access_key: 'AKxxxxxxxxxxxxxxxxxx',
  secret_key: 'SECRETxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  user: 'sato',
  user_id: 7,
  expire_at: '2099-12-31T23:59:59+09:00',
  white_ips: null,
  type: 0,
  daily_count: 5,
  max_count: 100,
  meter_names: {},
  created_at: '2026-11-01T09:00:00+09:00',
}

async function open(creations: object) {
  const sent: string[] = []
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    asked.push(pathname)
    if (request.method !== 'GET') {
      sent.push(`${request.method} ${pathname}`)
      return Response.json({ success: true, data: { id: Number(pathname.split('/')[4]) } })
    }
    const data = pathname.endsWith('/creations') ? creations : sent.length === 0 ? [key] : []
    return Response.json({ success: true, data })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const account = anAccount({ role: 1 })
  client.setQueryData(accountQuery.queryKey, account)
  const screen = await showRouted(client, <ApisScreen search={{}} onSearch={() => {}} history="操作" />)
  await screen.getByRole('button', { name: '集計システムを削除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '削除', exact: true }).click()
  return { sent, asked, organizationId: account.organization.id }
}

beforeEach(async () => {
  localStorage.clear()
  await page.viewport(1440, 900)
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('withdrawing a key lists what was created with it, and one press disables all of it', async () => {
  const { sent, organizationId } = await open({
    keys: [{ id: 5, name: '増えたキー' }],
    users: [{ id: 9, username: 'backdoor', role: 1 }],
  })
  const dialog = page.getByRole('dialog', { name: 'このキーで作成されたもの' })
  await expect.element(dialog.getByText('増えたキー')).toBeVisible()
  await expect.element(dialog.getByText('backdoor（管理者ユーザー）')).toBeVisible()
  expect(sent).toEqual(['DELETE /api/v1/key/1'])
  await dialog.getByRole('button', { name: 'まとめて無効にする' }).click()
  await expect.element(page.getByText('APIキー1件、ユーザー1名を無効にしました')).toBeVisible()
  expect(sent).toEqual([
    'DELETE /api/v1/key/1',
    'DELETE /api/v1/key/5',
    `DELETE /api/v1/user/9/organization/${organizationId}`,
  ])
  await expect.element(dialog).not.toBeInTheDocument()
})

test('withdrawing a key with which nothing was created shows no list', async () => {
  const { asked } = await open({ keys: [], users: [] })
  await expect.poll(() => asked).toContain('/api/v1/key/1/creations')
  await expect.element(page.getByRole('dialog', { name: 'このキーで作成されたもの' })).not.toBeInTheDocument()
})
