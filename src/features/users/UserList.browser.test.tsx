// Covers docs/requirements.md: 435, 611

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { KeyCreations } from '../../../contract/keys.ts'
import type { MemberDependents } from '../../../contract/users/memberDependents.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { UserList } from './UserList.tsx'

const user = {
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
const child = { id: 5, name: '増えたキー' }

beforeEach(async () => {
  localStorage.clear()
  await page.viewport(1440, 900)
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

const list = (
  <UserList
    organizationId={4}
    search={{}}
    onSearch={() => {}}
    adding={false}
    onAddingEnd={() => {}}
    historyOf={() => null}
  />
)

/** Removes the user from another organization than one's own. `creations` are those of each of the person's keys. */
async function removeUser(creations: Record<number, KeyCreations>) {
  const sent: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const answer = (data: unknown) => Response.json({ success: true, data })
    if (request.method === 'DELETE') {
      sent.push(`${pathname}${search}`)
      const keys = Object.keys(creations).map((id) => ({ id: Number(id), name: `キー${id}` }))
      return answer({ id: 7, withdrawn_keys: pathname.startsWith('/api/v1/user/7/') ? keys : [] })
    }
    const [, keyId] = /^\/api\/v1\/key\/(\d+)\/creations$/.exec(pathname) ?? []
    if (keyId !== undefined) {
      sent.push(`${pathname}${search}`)
      return answer(creations[Number(keyId)])
    }
    if (pathname === '/api/v1/user/7/organization/4/dependents') {
      const none = { keys: [], inspections: [], recipient_groups: [], email_changes: [] }
      const dependents: MemberDependents = { ...none, invitations: [{ id: 4, email: 'tanaka@example.jp' }] }
      return answer(dependents)
    }
    return answer(pathname === '/api/v1/users' ? [user] : [])
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ role: 2 }))
  const screen = await showRouted(client, list)
  await screen.getByRole('button', { name: 'satoを編集' }).click()
  await page.getByRole('button', { name: '組織から外す' }).click()
  await expect.element(page.getByText('tanaka@example.jp')).toBeVisible()
  await page.getByRole('button', { name: '外す', exact: true }).click()
  await expect.element(page.getByText('satoを組織から外しました')).toBeVisible()
  return sent
}

const removal = '/api/v1/user/7/organization/4'
const creationsDialog = { name: 'APIキーで作成されたもの' }

test('removing a user lists what was created with the Common keys that ended, and one press disables all of it', async () => {
  const sent = await removeUser({
    1: { keys: [child], users: [] },
    2: { keys: [child], users: [{ id: 9, username: 'backdoor', role: 1 }] },
  })
  const dialog = page.getByRole('dialog', creationsDialog)
  await expect.element(dialog.getByText(/^無効になった「キー1」「キー2」では/)).toBeVisible()
  await expect.element(dialog.getByText('増えたキー', { exact: true })).toBeVisible()
  await expect.element(dialog.getByText('backdoor（管理者ユーザー）')).toBeVisible()
  expect(sent).toEqual([
    removal,
    '/api/v1/key/1/creations?organization_id=4',
    '/api/v1/key/2/creations?organization_id=4',
  ])
  await dialog.getByRole('button', { name: 'まとめて無効にする' }).click()
  await expect.element(page.getByText('APIキー1件、ユーザー1名を無効にしました')).toBeVisible()
  expect(sent.slice(3)).toEqual([
    '/api/v1/key/5?delete=true&organization_id=4',
    '/api/v1/user/9/organization/4',
  ])
  await expect.element(dialog).not.toBeInTheDocument()
})

test('removing a user whose keys created nothing shows no list', async () => {
  const sent = await removeUser({ 1: { keys: [], users: [] } })
  await expect.poll(() => sent).toContain('/api/v1/key/1/creations?organization_id=4')
  await expect.element(page.getByRole('dialog', creationsDialog)).not.toBeInTheDocument()
})

test('users are listed with name, address, role, alert mail and allowed addresses, and can be edited', async () => {
  const limited = {
    ...user,
    id: 8,
    username: 'ito',
    role: 1,
    is_alert_mail: true,
    white_ips: '192.0.2.1,192.0.2.2',
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(new Request(input, init).url)
    return Response.json({ success: true, data: pathname === '/api/v1/users' ? [user, limited] : [] })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ role: 1 }))
  const screen = await showRouted(client, list)
  await expect.element(screen.getByRole('row', { name: /^ito/ })).toBeVisible()
  const cellsOf = (name: RegExp) =>
    screen
      .getByRole('row', { name })
      .getByRole('cell')
      .elements()
      .map(({ textContent }) => textContent)
  expect(cellsOf(/^sato/)).toEqual([
    'sato',
    'sato@example.jp',
    '一般ユーザー',
    '受け取らない',
    'すべて許可',
    '編集',
  ])
  expect(cellsOf(/^ito/)).toEqual([
    'ito',
    'sato@example.jp',
    '管理者ユーザー',
    '受け取る',
    '192.0.2.1, 192.0.2.2',
    '編集',
  ])
  await screen.getByRole('button', { name: 'itoを編集' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'ユーザーの編集' })).toBeVisible()
})
