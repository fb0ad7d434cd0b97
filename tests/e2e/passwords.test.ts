// Covers docs/requirements.md: 12, 13, 14, 38, 170, 609

import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { mailsTo } from '../support/pages/mailbox.ts'
import { codeScreen, newPasswordScreen } from '../support/pages/passwords.ts'
import { signInScreen } from '../support/pages/sign-in.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('a forgotten password is replaced with the code from the mail', async () => {
  const user = await site.addUser()
  const page = await openBrowser(site.origin, {
    viewport: sizes.phone,
    expected: [{ status: 401, path: '/api/v1/login' }],
  })
  await page.goto('/login')
  await page.getByRole('link', { name: 'パスワードを忘れた場合' }).click()
  // The previous screen has fields of the same names.
  await expect(codeScreen(page).heading).toBeVisible()
  await codeScreen(page).send(user.organizationCode, user.email)
  await expect(newPasswordScreen(page).heading).toBeVisible()
  // The site has no SMTP server.
  await expect(
    page.getByRole('alert').filter({ hasText: 'サーバーの運用者にお問い合わせください' }),
  ).toBeVisible()

  const password = 'Replaced-2026!'
  await newPasswordScreen(page).change({ ...user, code: await codeFor(user.email), password })

  const screen = signInScreen(page)
  await expect(screen.heading).toBeVisible()
  await screen.enter(user)
  await screen.submit()
  await expect(page.getByRole('alert').filter({ hasText: 'ログインに失敗しました' })).toBeVisible()
  await screen.signIn({ ...user, password })
})

/** The confirmation code mailed to this address. */
async function codeFor(address: string): Promise<string> {
  const mails = () => mailsTo(site.server.dataDir, address)
  await expect.poll(mails).toHaveLength(1)
  const [mail] = await mails()
  const [, code] = /確認コード: (\S+)/.exec(mail?.text ?? '') ?? []
  if (code === undefined) throw new Error('the mail holds no code')
  return code
}
