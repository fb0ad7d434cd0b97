// Covers docs/requirements.md: 436, 583

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Invitation } from '../../../contract/invitations.ts'
import type { Account } from '../../../contract/users.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { AddUserDialog } from './AddUserDialog.tsx'

const sent: { path: string; body: unknown }[] = []
let answer: () => Response
beforeEach(() => {
  sent.length = 0
  onClose.mockReset()
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

const refusal = (status: number, code: string, message: string, path?: string) =>
  Response.json(
    {
      success: false,
      code,
      messages: [message],
      request_id: 'r',
      ...(path !== undefined && { issues: [{ path, message }] }),
    },
    { status },
  )

const invited = () =>
  Response.json({
    success: true,
    data: {
      id: 1,
      email: 'hanako@example.com',
      username: '',
      role: 0,
      is_alert_mail: false,
      white_ips: null,
      organization_id: 7,
      created_at: '2026-11-01T09:00:00+09:00',
      expires_at: '2026-11-08T09:00:00+09:00',
    } satisfies Invitation,
  })

const onClose = vi.fn<() => void>()
const openDialog = (account: Partial<Account> = {}) => {
  const client = new QueryClient()
  client.setQueryData(accountQuery.queryKey, anAccount(account))
  return showRouted(client, <AddUserDialog organizationId={7} onClose={onClose} />)
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

test('an invitation asks for no name and no password', async () => {
  answer = invited
  const screen = await openDialog()
  await screen.getByRole('radio', { name: '既存ユーザーを招待' }).click()
  await expect.element(screen.getByLabelText(passwordField)).not.toBeInTheDocument()
  await expect.element(screen.getByRole('radio', { name: 'メールで招待' })).not.toBeInTheDocument()
  await type(screen.getByRole('textbox', { name: 'メールアドレス' }), 'hanako@example.com')
  await screen.getByRole('button', { name: '招待' }).click()
  await expect.poll(() => onClose).toHaveBeenCalled()
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

describe.each(['新規作成', '既存ユーザーを招待'])('an invitation by %s', (way) => {
  const invite = async (account: Partial<Account> = {}) => {
    const screen = await openDialog(account)
    await screen.getByRole('radio', { name: way }).click()
    const mailed = screen.getByRole('radio', { name: 'メールで招待' })
    const name = screen.getByRole('textbox', { name: 'ユーザー名' })
    if (way === '新規作成') {
      await mailed.click()
      await type(name, '点検 花子')
    }
    const email = screen.getByRole('textbox', { name: 'メールアドレス' })
    await type(email, 'hanako@example.com')
    await screen.getByRole('button', { name: '招待' }).click()
    return { screen, email }
  }

  test.each([
    ['already_member', 'このユーザーはすでにこの組織に所属しています'],
    ['already_invited', 'このメールアドレスは招待中です。招待中の一覧から再送できます'],
  ])('is refused with %s at the field, which gets the focus', async (code, message) => {
    answer = () => refusal(409, code, message, 'email')
    const { screen, email } = await invite()
    await expect.element(email).toHaveAccessibleDescription(message)
    await expect.element(email).toHaveFocus()
    // Not in a notification as well.
    expect(screen.getByText(message).elements()).toHaveLength(1)
    // Choosing the other way makes the refusal obsolete.
    await screen.getByRole('radio', { name: way === '新規作成' ? '既存ユーザーを招待' : '新規作成' }).click()
    await expect.element(screen.getByText(message, { exact: false })).not.toBeInTheDocument()
  })

  test.each([
    [
      'where mails are only stored on the server',
      { mails_to_folder: true } as const,
      'hanako@example.com を招待しました。招待メールは送信されず、サーバーの DATA_DIR/outbox-mail/ に保存されました。',
    ],
    ['where mails are sent', {}, 'ユーザーを招待しました'],
  ])('says what happened to the mail %s', async (_where, account, text) => {
    answer = invited
    const { screen } = await invite(account)
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  })
})

test('choosing another way to add a user is no input that closing could lose', async () => {
  const screen = await openDialog()
  await screen.getByRole('radio', { name: 'パスワードを入力' }).click()
  await screen.getByRole('radio', { name: '既存ユーザーを招待' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => onClose).toHaveBeenCalled()
})

test('input is still asked about after another way was chosen', async () => {
  const screen = await openDialog()
  await type(screen.getByRole('textbox', { name: 'ユーザー名' }), '点検 花子')
  await screen.getByRole('radio', { name: '既存ユーザーを招待' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('button', { name: '破棄' })).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
})
