// Covers docs/requirements.md: 438, 722

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OpenedInvitation } from '../../../contract/invitations.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { InvitationScreen } from './InvitationScreen.tsx'

const sent: { path: string; body: unknown }[] = []
let answers: Record<string, () => Response>
beforeEach(() => {
  sent.length = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    // Whether mails are sent.
    if (request.method === 'GET') return Response.json({ success: true, data: {} })
    const path = new URL(request.url).pathname.replace('/api/v1/invitation/', '')
    sent.push({ path, body: await request.json() })
    return answers[path]?.() ?? Response.error()
  })
})
afterEach(() => vi.restoreAllMocks())

const ok = (data: object) => () => Response.json({ success: true, data })
const refused = (code: string, status: number, issues: object[]) => () =>
  Response.json({ success: false, code, messages: ['入力内容'], request_id: 'r', issues }, { status })
const opened = (over: Partial<OpenedInvitation> = {}) =>
  ok({
    organization_name: '北川製作所',
    email: 'hanako@example.com',
    username: '点検 花子',
    needs_password: false,
    is_new: false,
    expires_at: '2099-11-08T09:00:00+09:00',
    ...over,
  })
const joined = ok({ organization_name: '北川製作所', organization_code: 'kitagawa', username: '点検 花子' })

const show = (code = 'secret') => showRouted(new QueryClient(), <InvitationScreen code={code} />, ['/login'])

test('a confirmed account accepts with one press and is told the organization’s code', async () => {
  answers = { open: opened(), accept: joined }
  const screen = await show()
  await expect.element(screen.getByText('「北川製作所」に招待されています。')).toBeVisible()
  expect(sent.map(({ path }) => path)).not.toContain('accept')
  await screen.getByRole('button', { name: '招待を受ける' }).click()
  await expect.element(screen.getByText('「北川製作所」のユーザーになりました')).toBeVisible()
  await expect.element(screen.getByText('kitagawa')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'ログイン', exact: true })).toHaveFocus()
  await expect.element(screen.getByRole('link', { name: 'ログインに戻る' })).not.toBeInTheDocument()
  expect(sent.at(-1)).toEqual({ path: 'accept', body: { invitation_code: 'secret' } })
})

test('an unconfirmed account sets a new password first', async () => {
  answers = { open: opened({ needs_password: true }), accept: joined }
  const screen = await show()
  await type(screen.getByLabelText('新しいパスワード', { exact: true }), 'Kenshin-2027!')
  await type(screen.getByLabelText('新しいパスワード（確認）', { exact: true }), 'Kenshin-2028!')
  const press = screen.getByRole('button', { name: 'パスワードを設定して招待を受ける' })
  await press.click()
  await expect.element(screen.getByText('パスワードが一致しません')).toBeVisible()
  expect(sent.map(({ path }) => path)).not.toContain('accept')
  await type(screen.getByLabelText('新しいパスワード（確認）', { exact: true }), 'Kenshin-2027!')
  await press.click()
  await expect.element(screen.getByText('「北川製作所」のユーザーになりました')).toBeVisible()
  expect(sent.at(-1)?.body).toEqual({ invitation_code: 'secret', new_password: 'Kenshin-2027!' })
})

test.each([
  ['a person without an account reads of no earlier password', true, 'パスワード', 0],
  ['a person with an account reads that the earlier password ends', false, '新しいパスワード', 1],
])('%s', async (_who, is_new, label, count) => {
  answers = { open: opened({ needs_password: true, is_new }) }
  const screen = await show()
  await expect.element(screen.getByText(/^このユーザーで使うパスワードを設定してください。/)).toBeVisible()
  expect(screen.getByText(/これまでの|以前の/).elements()).toHaveLength(count)
  await expect.element(screen.getByLabelText(label, { exact: true })).toBeVisible()
  await expect.element(screen.getByLabelText(`${label}（確認）`, { exact: true })).toBeVisible()
})

test('an expired link says so and lets the person type another code', async () => {
  const message = '招待が見つからないか、有効期限が切れています。招待した管理者に再送を依頼してください'
  answers = {
    open: refused('confirmation_code_invalid', 400, [{ path: 'invitation_code', message }]),
  }
  const screen = await show()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(message)
  await expect.element(screen.getByLabelText('招待コード')).toHaveFocus()
  answers = { open: opened() }
  await type(screen.getByLabelText('招待コード'), 'another')
  await screen.getByRole('button', { name: '招待を確認' }).click()
  await expect.element(screen.getByText('「北川製作所」に招待されています。')).toBeVisible()
  expect(sent.at(-1)).toEqual({ path: 'open', body: { invitation_code: 'another' } })
})

test('without a link the page asks for the code of the mail', async () => {
  const screen = await show('')
  await screen.getByRole('button', { name: '招待を確認' }).click()
  await expect.element(screen.getByText('招待コードを入力してください')).toBeVisible()
  expect(sent).toEqual([])
})
