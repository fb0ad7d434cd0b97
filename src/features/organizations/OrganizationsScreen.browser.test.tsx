// Covers docs/requirements.md: 448

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ListedOrganization } from '../../../contract/organizations.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { OrganizationsScreen } from './OrganizationsScreen.tsx'

const organization: ListedOrganization = {
  id: 2,
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
}

beforeEach(async () => {
  localStorage.clear()
  await page.viewport(1440, 900)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(new Request(input, init).url)
    return Response.json({ success: true, data: pathname === '/api/v1/organizations' ? [organization] : [] })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ role: 2 }))
  return showRouted(client, <OrganizationsScreen search={{}} onSearch={() => {}} />, ['/organizations/$id'])
}

test('organizations are listed with code and plan, and added and edited in dialogs 800 px wide', async () => {
  const screen = await open()
  const row = screen.getByRole('row', { name: /Mizu/ })
  await expect.element(row).toMatchTextContent(/mizu.*Unlimited/)
  const dialogWidth = async (name: RegExp) => {
    const dialog = screen.getByRole('dialog', { name })
    await expect.element(dialog).toBeVisible()
    return dialog.element().getBoundingClientRect().width
  }
  await screen.getByRole('button', { name: '組織を追加' }).click()
  expect(await dialogWidth(/^組織の追加/)).toBe(800)
  await screen.getByRole('button', { name: 'キャンセル' }).click()
  await row.getByRole('button', { name: 'Mizuを編集' }).click()
  expect(await dialogWidth(/^組織の編集/)).toBe(800)
})

test('plans have a tab of their own, and the last tab is remembered', async () => {
  const first = await open()
  await expect.element(first.getByRole('tab', { name: '組織一覧' })).toHaveAttribute('aria-selected', 'true')
  await first.getByRole('tab', { name: 'プラン一覧' }).click()
  await first.getByRole('button', { name: 'プランを追加' }).click()
  await expect.element(first.getByRole('dialog', { name: 'プランの追加' })).toBeVisible()
  await first.unmount()
  const second = await open()
  await expect
    .element(second.getByRole('tab', { name: 'プラン一覧' }))
    .toHaveAttribute('aria-selected', 'true')
  expect(localStorage.getItem('organizationsTab')).toContain('plans')
})
