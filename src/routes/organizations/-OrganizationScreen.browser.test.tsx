// Covers docs/requirements.md: 453

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { OrganizationDetail } from '../../../contract/organization-detail.ts'
import type { User } from '../../../contract/users.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { OrganizationScreen } from './-OrganizationScreen.tsx'

const member: User = {
  id: 7,
  username: 'sato',
  email: 'sato@example.jp',
  role: 0,
  is_alert_mail: false,
  is_closing_notice: true,
  white_ips: null,
  organization_id: 4,
  created_at: '2026-11-01T09:00:00+09:00',
}
const organization: OrganizationDetail = {
  id: 4,
  name: 'Mizu',
  code: 'mizu',
  plan_id: 1,
  plan_name: 'Unlimited',
  status: 0,
  expire_at: null,
  use_ai_boost: false,
  image_keep_duration: null,
  demo_enabled: false,
  protected: false,
  devices: [],
  users: [member],
}

beforeEach(async () => {
  localStorage.clear()
  await page.viewport(1440, 900)
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('a system administrator lists, adds and edits the users of another organization', async () => {
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname, search } = new URL(new Request(input, init).url)
    asked.push(`${pathname}${search}`)
    if (pathname === '/api/v1/organization/4') return Response.json({ success: true, data: organization })
    return Response.json({ success: true, data: pathname === '/api/v1/users' ? [member] : [] })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ role: 2 }))
  const screen = await showRouted(client, <OrganizationScreen id={4} search={{}} onSearch={() => {}} />)
  await screen.getByRole('tab', { name: 'ユーザー一覧' }).click()
  await expect.element(screen.getByRole('row', { name: /sato@example\.jp/ })).toBeVisible()
  expect(asked).toContain('/api/v1/users?organization_id=4')

  await screen.getByRole('button', { name: 'ユーザーを追加' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'ユーザーの追加' })).toBeVisible()
  await screen.getByRole('button', { name: 'キャンセル' }).click()
  await screen.getByRole('button', { name: 'satoを編集' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'ユーザーの編集' })).toBeVisible()
})
