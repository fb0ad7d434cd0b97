// Covers docs/requirements.md: 13, 14, 170, 192, 250, 251, 252, 253, 254, 609

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { ConfirmCodeScreen } from './ConfirmCodeScreen.tsx'
import { NewPasswordScreen } from './NewPasswordScreen.tsx'

/** The network. `mails`: what it says about mails; null: nothing. */
const server = { answer: (): Response => Response.error(), mails: {} as object | null }
const done = () => Response.json({ success: true, data: {} })
const refused = (code: string, status: number) => () =>
  Response.json({ success: false, code, messages: [], request_id: 'r1' }, { status })

beforeEach(() => {
  server.mails = {}
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(new Request(input, init).url)
    if (pathname !== '/api/v1/mail-delivery') return server.answer()
    return server.mails ? Response.json({ success: true, data: server.mails }) : Response.error()
  })
})
afterEach(() => {
  notify.clear()
  vi.restoreAllMocks()
})

async function askForCode(button = '確認コードを送信') {
  const onSent = vi.fn()
  const screen = await showRouted(new QueryClient(), <ConfirmCodeScreen onSent={onSent} />, ['/login'])
  await type(screen.getByLabelText('組織コード'), 'A01')
  await type(screen.getByLabelText('メールアドレス'), 'sato@example.jp')
  await screen.getByRole('button', { name: button }).click()
  return { screen, onSent }
}

const ways = ['/login', '/confirm-code']

async function setPassword(password = 'Kenshin-2026', again = password) {
  const onChanged = vi.fn()
  const screen = await showRouted(new QueryClient(), <NewPasswordScreen onChanged={onChanged} />, ways)
  await type(screen.getByLabelText('確認コード'), 'ABCD1234')
  await type(screen.getByLabelText('ユーザー名'), 'sato')
  await type(screen.getByLabelText('新しいパスワード', { exact: true }), password)
  await type(screen.getByLabelText('新しいパスワード（確認）', { exact: true }), again)
  await screen.getByRole('button', { name: '変更' }).click()
  return { screen, onChanged }
}

test('a code that was sent says to which address', async () => {
  server.answer = done
  const { screen, onSent } = await askForCode()
  await expect.element(screen.getByText('sato@example.jp にメールを送信しました')).toBeVisible()
  expect(onSent).toHaveBeenCalledOnce()
})

test('without an SMTP server, nothing says that a mail was sent, and the operator is named', async () => {
  server.answer = done
  server.mails = { mails_to_folder: true }
  const { screen, onSent } = await askForCode('確認コードを作成')
  await expect.poll(() => onSent.mock.calls.length).toBe(1)
  const words = /DATA_DIR\/outbox-mail\/ に保存されます。サーバーの運用者にお問い合わせください。/
  const note = { name: 'メールは送信されません' }
  await expect.element(screen.getByRole('alert', note)).toMatchTextContent(words)
  expect(screen.container.textContent).not.toMatch(/数分かかる|メールアドレスに確認コードを送信/)
  await expect.element(screen.getByText(/メールを送信しました/)).not.toBeInTheDocument()
  await screen.unmount()
  const next = await showRouted(new QueryClient(), <NewPasswordScreen onChanged={vi.fn()} />, ways)
  await expect.element(next.getByRole('alert', note)).toMatchTextContent(words)
  await expect
    .element(next.getByLabelText('確認コード'))
    .toHaveAccessibleDescription('サーバーの運用者から受け取ったコード')
  await expect.element(next.getByRole('link', { name: '確認コードをもう一度作成する' })).toBeVisible()
})

test('while it is not known whether mails are sent, nothing says that one was, and both ways to a code are named', async () => {
  server.answer = done
  server.mails = null
  const { screen, onSent } = await askForCode('確認コードを作成')
  await expect.poll(() => onSent.mock.calls.length).toBe(1)
  await expect
    .element(screen.getByText(/メールサーバーが設定されていない場合は、サーバーの運用者に/))
    .toBeVisible()
  await expect.element(screen.getByText(/メールを送信しました/)).not.toBeInTheDocument()
  await screen.unmount()
  const next = await showRouted(new QueryClient(), <NewPasswordScreen onChanged={vi.fn()} />, ways)
  await expect
    .element(next.getByLabelText('確認コード'))
    .toHaveAccessibleDescription('メールまたはサーバーの運用者から受け取ったコード')
  await expect.element(next.getByRole('link', { name: '確認コードをもう一度作成する' })).toBeVisible()
  await expect.element(next.getByRole('alert')).not.toBeInTheDocument()
})

test('with an SMTP server, the field for the code names the mail', async () => {
  const screen = await showRouted(new QueryClient(), <NewPasswordScreen onChanged={vi.fn()} />, ways)
  await expect
    .element(screen.getByLabelText('確認コード'))
    .toHaveAccessibleDescription('メールに記載されたコード')
})

test('a code that could not be sent says so, and the person stays', async () => {
  server.answer = refused('too_many_requests', 429)
  const { screen, onSent } = await askForCode()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/メールの送信に失敗しました/)
  expect(onSent).not.toHaveBeenCalled()
})

test('a password that was changed says so', async () => {
  server.answer = done
  const { screen, onChanged } = await setPassword()
  await expect.element(screen.getByText('パスワードを変更しました')).toBeVisible()
  expect(onChanged).toHaveBeenCalledOnce()
})

test('a password that was not changed says so, a wrong code also where it stands', async () => {
  server.answer = refused('confirmation_code_invalid', 400)
  const { screen, onChanged } = await setPassword()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/パスワードの変更に失敗しました/)
  await expect
    .element(screen.getByText('確認コードが正しくないか、期限が切れています', { exact: true }))
    .toBeVisible()
  expect(onChanged).not.toHaveBeenCalled()
})

test('the password of before is refused where the new one stands', async () => {
  server.answer = refused('password_unchanged', 400)
  const { screen, onChanged } = await setPassword()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/パスワードの変更に失敗しました/)
  await expect
    .element(
      screen.getByText('現在のパスワードと同じです。別のパスワードを入力してください', { exact: true }),
    )
    .toBeVisible()
  expect(onChanged).not.toHaveBeenCalled()
})

test('two different passwords are refused in words, of which a weak one has the focus', async () => {
  const { screen, onChanged } = await setPassword('weakweak', 'Other-2026!')
  await expect.element(screen.getByText('パスワードを正しく入力してください')).toBeVisible()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/パスワードの更新に失敗しました/)
  const field = screen.getByLabelText('新しいパスワード', { exact: true })
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAttribute('maxlength', '100')
  expect(onChanged).not.toHaveBeenCalled()
})

test('both screens lead back to the sign-in, and the second to another code', async () => {
  const back = { name: 'ログインに戻る' }
  const first = await showRouted(new QueryClient(), <ConfirmCodeScreen onSent={vi.fn()} />, ['/login'])
  await expect.element(first.getByRole('link', back)).toHaveAttribute('href', '/login')
  await first.unmount()
  const second = await showRouted(new QueryClient(), <NewPasswordScreen onChanged={vi.fn()} />, ways)
  await expect.element(second.getByRole('link', back)).toHaveAttribute('href', '/login')
  await expect
    .element(second.getByRole('link', { name: '確認コードをもう一度送信する' }))
    .toHaveAttribute('href', '/confirm-code')
})
