// Covers docs/requirements.md: 33, 306

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSession } from '../../../offline/storedSession.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { inspector, resetPhone, signIn } from '../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { UserMenu } from './UserMenu.tsx'

beforeEach(async () => {
  await resetPhone()
  await signIn(inspector, { access: 'key', refresh: 'kept' })
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

async function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  const account = anAccount()
  const organization_names = [account.organization.name, '第二工場株式会社']
  client.setQueryData(accountQuery.queryKey, anAccount({ organization_names }))
  const screen = await showRouted(client, <UserMenu />, ['/my-page'])
  await screen.getByRole('button', { name: /のメニュー$/ }).click()
  return screen
}

test('the licences of what the reader was made with are in the menu', async () => {
  const screen = await open()
  const item = screen.getByRole('menuitem', { name: 'ライセンス' })
  await expect.element(item).toHaveAttribute('href', '/licenses.txt')
  await expect.element(item).toHaveAttribute('target', '_blank')
})

test('an organization that was stopped in the meantime says so, and the session stays', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json(
      { success: false, code: 'organization_inactive', messages: [], request_id: 'r1' },
      { status: 403 },
    ),
  )
  const screen = await open()
  const before = await readSession()
  await screen.getByRole('menuitem', { name: '第二工場株式会社' }).click()
  const refusal = screen.getByRole('alert')
  await expect.element(refusal).toMatchTextContent(/組織を切り替えられませんでした/)
  await expect.element(refusal).toMatchTextContent(/この組織は現在ご利用になれません/)
  expect(await readSession()).toEqual(before)
})
