import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Account } from '../../../contract/users.ts'
import { anAccount } from '../../../tests/support/account.ts'
import { showRouted } from '../../../tests/support/showRouted.tsx'
import { type } from '../../../tests/support/typeInPage.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { AddUserDialog } from './AddUserDialog.tsx'

const sent: { path: string; body: unknown }[] = []
let answer: () => Response
beforeEach(() => {
  sent.length = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    sent.push({ path: new URL(request.url).pathname, body: await request.json() })
    return answer()
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

const refusal = (status: number, code: string, message: string) =>
  Response.json({ success: false, code, messages: [message], request_id: 'r' }, { status })

const openDialog = (account: Partial<Account> = {}) => {
  const client = new QueryClient()
  client.setQueryData(accountQuery.queryKey, anAccount(account))
  return showRouted(client, <AddUserDialog organizationId={7} onClose={() => undefined} />)
}
const passwordField = /^パスワード ?\*/

test('a new user with a typed password needs a name, an address and a good password', async () => {
  answer = () => refusal(409, 'user_taken', '既に使用されているユーザー名またはメールアドレスです')
  const screen = await openDialog()
  await screen.getByRole('radio', { name: 'パスワードを入力' }).click()
  const save = screen.getByRole('button', { name: '登録' })
  await save.click()
  await expect.element(screen.getByText('ユーザー名を入力してください')).toBeVisible()
  await expect.element(screen.getByText('パスワードを入力してください')).toBeVisible()
  await type(screen.getByRole('textbox', { name: 'ユーザー名' }), '点検 花子')
  await type(screen.getByRole('textbox', { name: 'メールアドレス' }), 'hanako@example.com')
  await type(screen.getByLabelText(passwordField), 'weakweak')
  await save.click()
  await expect.element(screen.getByText('パスワードを正しく入力してください')).toBeVisible()
  await type(screen.getByLabelText(passwordField), 'Kenshin-2027!')
  await save.click()
  await expect
    .element(screen.getByText('既に使用されているユーザー名またはメールアドレスです', { exact: true }))
    .toBeVisible()
  expect(sent).toEqual([
    {
      path: '/api/v1/user/create',
      body: {
        username: '点検 花子',
        email: 'hanako@example.com',
        password: 'Kenshin-2027!',
        role: 0,
        is_alert_mail: false,
        white_ips: null,
        organization_id: 7,
      },
    },
  ])
})

test('a new user is invited by mail by default, without a password', async () => {
  answer = () => refusal(409, 'user_taken', '既に使用されているユーザー名またはメールアドレスです')
  const screen = await openDialog()
  await expect.element(screen.getByRole('radio', { name: 'メールで招待' })).toBeChecked()
  await expect.element(screen.getByLabelText(passwordField)).not.toBeInTheDocument()
  await expect.element(screen.getByText(/outbox-mail/)).not.toBeInTheDocument()
  await type(screen.getByRole('textbox', { name: 'ユーザー名' }), '点検 花子')
  await type(screen.getByRole('textbox', { name: 'メールアドレス' }), 'hanako@example.com')
  await screen.getByRole('button', { name: '招待' }).click()
  await expect
    .element(screen.getByText('既に使用されているユーザー名またはメールアドレスです', { exact: true }))
    .toBeVisible()
  expect(sent).toEqual([
    {
      path: '/api/v1/user/invite',
      body: {
        username: '点検 花子',
        email: 'hanako@example.com',
        role: 0,
        is_alert_mail: false,
        white_ips: null,
        organization_id: 7,
      },
    },
  ])
})

test('without an SMTP server a password is typed by default, and the mail’s folder is named', async () => {
  const screen = await openDialog({ mails_to_folder: true })
  await expect.element(screen.getByRole('radio', { name: 'パスワードを入力' })).toBeChecked()
  await expect.element(screen.getByText(/outbox-mail/)).not.toBeInTheDocument()
  await screen.getByRole('radio', { name: 'メールで招待' }).click()
  await expect
    .element(
      screen.getByText(/DATA_DIR\/outbox-mail\/.*招待コードを本人に渡せるのは、サーバーの運用者だけです/),
    )
    .toBeVisible()
})

test('a user name with a look-alike character is refused in the form', async () => {
  const screen = await openDialog()
  await type(screen.getByRole('textbox', { name: 'メールアドレス' }), 'hanako@example.com')
  await type(screen.getByRole('textbox', { name: 'ユーザー名' }), '\u0430dmin')
  await screen.getByRole('button', { name: '招待' }).click()
  await expect.element(screen.getByText(/「\u0430」（U\+0430）は使用できません/)).toBeVisible()
  expect(sent).toEqual([])
})

test('an invitation asks for no name and no password, and shows why the server refuses it', async () => {
  answer = () => refusal(409, 'already_member', 'このユーザーはすでにこの組織に所属しています')
  const screen = await openDialog()
  await screen.getByRole('radio', { name: '既存ユーザーを招待' }).click()
  await expect.element(screen.getByLabelText(passwordField)).not.toBeInTheDocument()
  await expect.element(screen.getByRole('radio', { name: 'メールで招待' })).not.toBeInTheDocument()
  await type(screen.getByRole('textbox', { name: 'メールアドレス' }), 'hanako@example.com')
  await screen.getByRole('button', { name: '招待' }).click()
  await expect
    .element(screen.getByText('このユーザーはすでにこの組織に所属しています', { exact: true }).first())
    .toBeVisible()
  expect(sent).toEqual([
    {
      path: '/api/v1/user/invite',
      body: {
        email: 'hanako@example.com',
        role: 0,
        is_alert_mail: false,
        white_ips: null,
        organization_id: 7,
      },
    },
  ])
})
