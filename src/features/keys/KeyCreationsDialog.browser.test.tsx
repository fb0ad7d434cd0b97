// Covers docs/requirements.md: 611

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { KeyCreations } from '../../../contract/keys.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
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

/** Calls with a path in `failing` are answered with 500. */
async function open(creations: KeyCreations, failing = new Set<string>()) {
  const sent: string[] = []
  const asked: string[] = []
  let left = creations
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    asked.push(pathname)
    if (request.method !== 'GET') {
      sent.push(`${request.method} ${pathname}`)
      if (failing.has(pathname))
        return Response.json(
          { success: false, code: 'internal', messages: [], request_id: 'r' },
          { status: 500 },
        )
      const id = Number(pathname.split('/')[4])
      const isLeft = (created: { id: number }) => created.id !== id
      left = { keys: left.keys.filter(isLeft), users: left.users.filter(isLeft) }
      return Response.json({ success: true, data: { id, withdrawn_keys: [] } })
    }
    const data = pathname.endsWith('/creations') ? left : sent.length === 0 ? [key] : []
    return Response.json({ success: true, data })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const account = anAccount({ role: 1 })
  client.setQueryData(accountQuery.queryKey, account)
  const screen = await showRouted(client, <ApisScreen search={{}} onSearch={() => {}} />)
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
  const dialog = page.getByRole('dialog', { name: 'APIキーで作成されたもの' })
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

test('when one of them cannot be disabled, the others are, and the dialog shows what remains', async () => {
  const failing = new Set(['/api/v1/key/5'])
  await open(
    {
      keys: [
        { id: 5, name: '増えたキー' },
        { id: 6, name: '別のキー' },
      ],
      users: [{ id: 9, username: 'backdoor', role: 1 }],
    },
    failing,
  )
  const dialog = page.getByRole('dialog', { name: 'APIキーで作成されたもの' })
  await dialog.getByRole('button', { name: 'まとめて無効にする' }).click()
  await expect
    .element(dialog.getByText('次のものを無効にできませんでした。これらは今も有効です。'))
    .toBeVisible()
  await expect.element(page.getByText('一部を無効にできませんでした')).toBeVisible()
  const left = () =>
    dialog
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.poll(left).toEqual(['増えたキー'])
  failing.clear()
  await dialog.getByRole('button', { name: 'まとめて無効にする' }).click()
  await expect.element(page.getByText('APIキー1件、ユーザー0名を無効にしました')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('withdrawing a key with which nothing was created shows no list', async () => {
  const { asked } = await open({ keys: [], users: [] })
  await expect.poll(() => asked).toContain('/api/v1/key/1/creations')
  await expect.element(page.getByRole('dialog', { name: 'APIキーで作成されたもの' })).not.toBeInTheDocument()
})
