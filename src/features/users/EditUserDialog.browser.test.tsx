// Covers docs/requirements.md: 577, 635

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { MemberDependents } from '../../../contract/users/memberDependents.ts'
import type { User } from '../../../contract/users.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { EditUserDialog } from './EditUserDialog.tsx'
import { rowOfUser, userColumns } from './userColumns.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

const user: User = {
  id: 7,
  username: '点検 花子',
  email: 'hanako@example.com',
  role: 0,
  is_alert_mail: false,
  is_closing_notice: true,
  white_ips: null,
  organization_id: 1,
  created_at: '2026-11-01T09:00:00+09:00',
}
const pending = { ...user, pending_email: 'new@example.com' }

function edit(edited: User) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  return showRouted(client, <EditUserDialog user={edited} onKeysWithdrawn={vi.fn()} onClose={vi.fn()} />)
}

const withdrawal = { name: 'アドレスの変更を取り消す' }

test('a pending change of address is shown, and withdrawn after a question', async () => {
  const sent: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    if (request.method !== 'GET') sent.push(`${request.method} ${pathname}${search}`)
    return Response.json({ success: true, data: { id: 7 } })
  })
  const screen = await edit(pending)
  await expect.element(screen.getByText('確認待ち: new@example.com')).toBeVisible()
  await screen.getByRole('button', withdrawal).click()
  await expect.element(screen.getByText(/メールアドレスは hanako@example\.com のままです/)).toBeVisible()
  expect(sent).toEqual([])
  await screen.getByRole('button', { name: '変更を取り消す' }).click()
  await expect.element(screen.getByText('メールアドレスの変更を取り消しました')).toBeVisible()
  await expect.element(screen.getByText(/確認待ち/)).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', withdrawal)).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'メールアドレスを変更' })).toHaveFocus()
  expect(sent).toEqual(['DELETE /api/v1/user/7/email-change?organization_id=1'])
})

test('without a pending change there is nothing to withdraw', async () => {
  const screen = await edit(user)
  await expect.element(screen.getByText('hanako@example.com')).toBeVisible()
  expect(screen.getByRole('button', withdrawal).elements()).toEqual([])
})

test('the list of users shows a pending change next to the address', () => {
  const email = userColumns(vi.fn()).find(({ key }) => key === 'email')
  expect(email?.text?.(rowOfUser(pending))).toBe('hanako@example.com（確認待ち: new@example.com）')
  expect(email?.text?.(rowOfUser(user))).toBe('hanako@example.com')
})

test.each([1, 2])(
  'the question before a removal names what depends on the user (organization %i)',
  async (id) => {
    const asked: string[] = []
    const data: MemberDependents = {
      keys: [
        { id: 1, name: '集計システム', type: 0 },
        { id: 2, name: '工場のカメラ', type: 1 },
      ],
      inspections: [{ id: 3, name: '朝の巡回' }],
      recipient_groups: [],
      invitations: [],
      email_changes: [],
    }
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init)
      asked.push(`${request.method} ${new URL(request.url).pathname}`)
      return Response.json({ success: true, data })
    })
    const screen = await edit({ ...user, organization_id: id })
    await screen.getByRole('button', { name: '組織から外す' }).click()
    const question = screen.getByRole('dialog', { name: 'ユーザーを組織から外す' })
    await expect.element(question.getByRole('listitem').nth(0)).toHaveTextContent('集計システム')
    await expect.element(question.getByRole('listitem').nth(1)).toHaveTextContent('工場のカメラ')
    await expect.element(question.getByRole('listitem').nth(2)).toHaveTextContent('朝の巡回')
    await question.getByRole('button', { name: 'キャンセル' }).click()
    expect(asked).toEqual([`GET /api/v1/user/${user.id}/organization/${id}/dependents`])
  },
)
