// Covers docs/requirements.md: 583, 653

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { ChangeEmailDialog } from './ChangeEmailDialog.tsx'

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ success: true, data: { pending_email: 'hanako@example.com' } }),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

const openDialog = (isFolder: boolean) => {
  const client = new QueryClient()
  client.setQueryData(accountQuery.queryKey, anAccount(isFolder ? { mails_to_folder: true } : {}))
  const user = { id: 1, email: 'taro@example.com', organization_id: 7 }
  return showRouted(client, <ChangeEmailDialog user={user} onClose={() => undefined} />)
}

test('without an SMTP server, a change says that the mail is only stored on the server', async () => {
  const screen = await openDialog(true)
  await expect
    .element(
      screen.getByText(/DATA_DIR\/outbox-mail\/.*確認コードを本人に渡せるのは、サーバーの運用者だけです/),
    )
    .toBeVisible()
  await expect.element(screen.getByText(/確認メールを送信/)).not.toBeInTheDocument()
  await type(screen.getByRole('textbox', { name: '新しいメールアドレス' }), 'hanako@example.com')
  await screen.getByRole('button', { name: '確認メールを作成' }).click()
  await expect
    .element(
      screen.getByText(
        'hanako@example.com への変更を受け付けました。確認メールは送信されず、サーバーの DATA_DIR/outbox-mail/ に保存されました。',
        { exact: true },
      ),
    )
    .toBeVisible()
})

test('with an SMTP server, a change says that the mail was sent', async () => {
  const screen = await openDialog(false)
  await expect.element(screen.getByText(/outbox-mail/)).not.toBeInTheDocument()
  await type(screen.getByRole('textbox', { name: '新しいメールアドレス' }), 'hanako@example.com')
  await screen.getByRole('button', { name: '確認メールを送信' }).click()
  await expect
    .element(screen.getByText('hanako@example.com に確認メールを送信しました', { exact: true }))
    .toBeVisible()
})

test('what is typed replaces the address', async () => {
  const screen = await openDialog(false)
  const field = screen.getByRole('textbox', { name: '新しいメールアドレス' })
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('hanako@example.com')
  await expect.element(field).toHaveValue('hanako@example.com')
})
