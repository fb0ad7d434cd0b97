import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showRouted } from '../../../tests/support/showRouted.tsx'
import { LoginScreen } from './LoginScreen.tsx'

beforeEach(() => localStorage.clear())

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
  await expect.element(screen.getByLabelText('ユーザー名またはメールアドレス')).toHaveValue('点検 太郎')
  await expect.element(screen.getByLabelText('パスワード', { exact: true })).toHaveFocus()
})
