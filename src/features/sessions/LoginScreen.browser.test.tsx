// Covers docs/requirements.md: 514

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { LoginScreen } from './LoginScreen.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

const open = () =>
  showRouted(new QueryClient(), <LoginScreen left="expired" onSignedIn={() => undefined} />, [
    '/confirm-code',
    '/qr-code',
  ])

test.each([
  [390, true],
  [1440, false],
])('at a width of %i px staying signed in is chosen: %s', async (width, chosen) => {
  await page.viewport(width, 844)
  const screen = await open()
  const box = screen.getByRole('checkbox', { name: 'ログイン状態を保持する' })
  await expect.element(box).toBeVisible()
  expect(box.query()).toHaveProperty('checked', chosen)
})

test('whose captures wait is asked for the password only', async () => {
  await page.viewport(1440, 900)
  localStorage.setItem('organizationCode', 'kenshin')
  localStorage.setItem('username', '点検 太郎')
  const screen = await open()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/もう一度ログインしてください/)
  await expect.element(screen.getByLabelText('ユーザー名またはメールアドレス')).toHaveValue('点検 太郎')
  await expect.element(screen.getByLabelText('パスワード', { exact: true })).toHaveFocus()
})

test('with a mouse the first empty field has the focus; on a touch screen none, so that no keyboard covers the form', async () => {
  await page.viewport(1440, 900)
  const first = await open()
  await expect.element(first.getByLabelText('組織コード')).toHaveFocus()
  await first.unmount()
  localStorage.setItem('organizationCode', 'kenshin')
  const second = await open()
  await expect.element(second.getByLabelText('ユーザー名またはメールアドレス')).toHaveFocus()
  await second.unmount()
  const real = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    real(query === '(pointer: fine)' ? 'not all' : query),
  )
  const touched = await open()
  await expect.element(touched.getByLabelText('組織コード')).toBeVisible()
  expect(document.activeElement).toBe(document.body)
})
