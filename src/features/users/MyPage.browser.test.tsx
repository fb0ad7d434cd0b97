// Covers docs/requirements.md: 635, 809, 902

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { startsWithToday } from '../../lib/firstScreen.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { MyPage } from './MyPage.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

test('a general user withdraws the own pending change of address after a question', async () => {
  const sent: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    if (request.method !== 'GET') {
      sent.push(`${request.method} ${pathname}${search}`)
      return Response.json({ success: true, data: { id: 1 } })
    }
    return Response.json({ success: true, data: pathname === '/api/v1/user/me' ? anAccount() : [] })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ pending_email: 'new@example.com' }))
  const screen = await showRouted(client, <MyPage notifications={null} thisDevice={null} />)
  await expect.element(screen.getByText('確認待ち: new@example.com')).toBeVisible()
  const change = screen.getByRole('button', { name: 'メールアドレスを変更' })
  await change.click()
  await expect.element(screen.getByText(/確認待ちの変更（new@example\.com）は.*取り消されます/)).toBeVisible()
  await screen.getByRole('button', { name: 'キャンセル' }).click()
  await screen.getByRole('button', { name: 'アドレスの変更を取り消す' }).click()
  await expect
    .element(screen.getByText(/^メールアドレスの変更（new@example\.com）を取り消します。/))
    .toBeVisible()
  expect(sent).toEqual([])
  await screen.getByRole('button', { name: '変更を取り消す', exact: true }).click()
  await expect.element(screen.getByText(/確認待ち/)).not.toBeInTheDocument()
  await expect.element(change).toHaveFocus()
  expect(sent).toEqual(['DELETE /api/v1/user/1/email-change?organization_id=1'])
})

test('a general user switches the notices of closings off', async () => {
  let account = anAccount()
  const sent: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (request.method === 'PUT') {
      sent.push(pathname, await request.json())
      account = anAccount({ is_closing_notice: false })
      const { organization, ...member } = account
      const data = { ...member, white_ips: null, organization_id: 1, created_at: '2026-11-01T09:00:00+09:00' }
      return Response.json({ success: true, data })
    }
    return Response.json({ success: true, data: pathname === '/api/v1/user/me' ? account : [] })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, account)
  const screen = await showRouted(client, <MyPage notifications={null} thisDevice={null} />)
  const notices = screen.getByRole('switch', {
    name: /^締めのお知らせを受け取る.*担当する点検グループの未検針と要確認/,
  })
  await expect.element(notices).toBeChecked()
  await notices.click()
  await expect.element(screen.getByText('ユーザー情報を更新しました')).toBeVisible()
  await expect.element(notices).not.toBeChecked()
  await expect.element(screen.getByRole('switch', { name: 'アラートメールを受け取る' })).not.toBeChecked()
  expect(sent).toEqual(['/api/v1/user/1/organization/1', { is_closing_notice: false }])
})

test('今日 is chosen as the first screen of this device and taken back', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ success: true, data: [] }))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const screen = await showRouted(client, <MyPage notifications={null} thisDevice={null} />)
  const choice = screen.getByRole('switch', { name: /^「今日」の画面を最初に開く/ })
  await choice.click()
  await expect.element(choice).toBeChecked()
  expect(startsWithToday(client)).toBe(true)
  await choice.click()
  await expect.element(choice).not.toBeChecked()
  expect(startsWithToday(client)).toBe(false)
})
