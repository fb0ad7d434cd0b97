import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showRouted } from '../../../tests/support/showRouted.tsx'
import { type } from '../../../tests/support/typeInPage.ts'
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

test('a new user needs a name, an address and a good password; whose name is taken is said there', async () => {
  answer = () => refusal(409, 'user_taken', '既に使用されているユーザー名またはメールアドレスです')
  const screen = await showRouted(
    new QueryClient(),
    <AddUserDialog organizationId={7} onClose={() => undefined} />,
  )
  const save = screen.getByRole('button', { name: '登録' })
  await save.click()
  await expect.element(screen.getByText('ユーザー名を入力してください')).toBeVisible()
  await expect.element(screen.getByText('パスワードを入力してください')).toBeVisible()
  await type(screen.getByRole('textbox', { name: 'ユーザー名' }), '点検 花子')
  await type(screen.getByRole('textbox', { name: 'メールアドレス' }), 'hanako@example.com')
  await type(screen.getByLabelText(/^パスワード ?\*/), 'weakweak')
  await save.click()
  await expect.element(screen.getByText('パスワードを正しく入力してください')).toBeVisible()
  await type(screen.getByLabelText(/^パスワード ?\*/), 'Kenshin-2027!')
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

test('an invitation asks for no name and no password, and shows why the server refuses it', async () => {
  answer = () => refusal(409, 'already_member', 'このユーザーはすでにこの組織に所属しています')
  const screen = await showRouted(
    new QueryClient(),
    <AddUserDialog organizationId={7} onClose={() => undefined} />,
  )
  await screen.getByRole('radio', { name: '既存ユーザーを招待' }).click()
  await expect.element(screen.getByLabelText(/^パスワード ?\*/)).not.toBeInTheDocument()
  await type(screen.getByRole('textbox', { name: 'メールアドレス' }), 'hanako@example.com')
  await screen.getByRole('button', { name: '招待' }).click()
  await expect
    .element(screen.getByText('このユーザーはすでにこの組織に所属しています', { exact: true }).first())
    .toBeVisible()
  expect(sent.map(({ path }) => path)).toEqual(['/api/v1/user/invite'])
})
