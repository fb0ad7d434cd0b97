// Covers docs/requirements.md: 438

import { QueryClient, useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Invitation } from '../../../contract/invitations.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { invitationsQuery } from '../../lib/queries/users.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { PendingInvitations } from './PendingInvitations.tsx'

const anInvitation = (over: Partial<Invitation>): Invitation => ({
  id: 1,
  email: 'hanako@example.com',
  username: '点検 花子',
  role: 0,
  is_alert_mail: false,
  white_ips: null,
  organization_id: 7,
  created_at: '2026-11-01T09:00:00+09:00',
  expires_at: '2099-11-08T09:00:00+09:00',
  ...over,
})
const expired = anInvitation({
  id: 2,
  email: 'jiro@example.com',
  username: '',
  role: 1,
  expires_at: '2026-01-08T09:00:00+09:00',
})

const sent: string[] = []
beforeEach(() => {
  sent.length = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    sent.push(`${request.method} ${new URL(request.url).pathname}`)
    if (request.method === 'GET') return Response.json({ success: true, data: [] })
    return Response.json({ success: true, data: request.method === 'DELETE' ? { id: 1 } : expired })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

const Listed = () => (
  <>
    <PendingInvitations organizationId={7} />
    <output>{useQuery(invitationsQuery(7)).status}</output>
  </>
)

const clientWithoutRetries = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

function showInvitations(invitations: Invitation[], isFolder = false, client = clientWithoutRetries()) {
  client.setQueryData(accountQuery.queryKey, anAccount(isFolder ? { mails_to_folder: true } : {}))
  client.setQueryData(invitationsQuery(7).queryKey, invitations)
  return showRouted(client, <Listed />)
}

test('pending invitations show whom, as what and until when, and which have expired', async () => {
  const screen = await showInvitations([anInvitation({}), expired])
  await expect.element(screen.getByRole('heading', { name: '招待中 2件' })).toBeVisible()
  const [first, second] = screen.getByRole('listitem').all()
  expect(first?.element().textContent).toContain('新規ユーザー 点検 花子・一般')
  expect(first?.element().textContent).not.toContain('期限切れ')
  expect(second?.element().textContent).toContain('既存ユーザー・管理者')
  expect(second?.element().textContent).toContain('期限切れ')
  await expect.element(screen.getByText(/outbox-mail/)).not.toBeInTheDocument()
})

test('an expired invitation can be sent again', async () => {
  const screen = await showInvitations([expired])
  await screen.getByRole('button', { name: 'jiro@example.comに再送' }).click()
  await expect.element(page.getByText('jiro@example.com に招待メールを再送しました')).toBeVisible()
  expect(sent).toContain('POST /api/v1/invitation/2/resend')
})

test('without an SMTP server, sending again says that the mail was only stored on the server', async () => {
  const screen = await showInvitations([expired], true)
  await screen.getByRole('button', { name: 'jiro@example.comに再送' }).click()
  await expect
    .element(
      page.getByText(
        'jiro@example.com への招待メールをもう一度作成しました。送信されず、サーバーの DATA_DIR/outbox-mail/ に保存されました。',
      ),
    )
    .toBeVisible()
  await expect.element(page.getByText(/再送しました/)).not.toBeInTheDocument()
  expect(sent).toContain('POST /api/v1/invitation/2/resend')
})

test('an invitation is withdrawn after a question', async () => {
  const screen = await showInvitations([anInvitation({})])
  await screen.getByRole('button', { name: 'hanako@example.comへの招待を取り消す' }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/これまでの招待コードは使えなくなります/)
  expect(sent).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: '招待を取り消す' }).click()
  await expect.element(page.getByText('hanako@example.com への招待を取り消しました')).toBeVisible()
  expect(sent).toContain('DELETE /api/v1/invitation/1')
})

test('without an SMTP server the list says where the mails are', async () => {
  const screen = await showInvitations([anInvitation({})], true)
  await expect.element(screen.getByText(/DATA_DIR\/outbox-mail\/.*招待コード/)).toBeVisible()
})

test('nothing is shown when nobody is invited', async () => {
  const screen = await showInvitations([])
  expect(screen.getByRole('heading').elements()).toEqual([])
})

test('when nobody is invited, a failure to ask again is left to the list of users', async () => {
  vi.mocked(fetch).mockResolvedValue(new Response(null, { status: 503 }))
  const client = clientWithoutRetries()
  const screen = await showInvitations([], false, client)
  await client.refetchQueries(invitationsQuery(7))
  await expect.element(screen.getByText('error', { exact: true })).toBeVisible()
  expect(screen.getByRole('alert').elements()).toEqual([])
})
