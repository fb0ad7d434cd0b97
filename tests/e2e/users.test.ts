// Covers docs/requirements.md: 23, 436, 438, 441, 583

import { afterAll, beforeAll, test } from 'vitest'
import { role } from '../../contract/access.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { type } from '../support/browser/type.ts'
import { homeScreen } from '../support/pages/home.ts'
import { mailsTo } from '../support/pages/mailbox.ts'
import { keepSignedIn, signInScreen } from '../support/pages/sign-in.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('an administrator adds a colleague, who confirms a new address, chooses a new password and signs in with it', async () => {
  const admin = await site.addUser({ role: role.admin })
  const desktop = await openBrowser(site.origin)
  await keepSignedIn(desktop, admin)
  await desktop.goto('/')
  await desktop.getByRole('link', { name: 'ユーザー', exact: true }).click()
  await desktop.getByRole('button', { name: 'ユーザーを追加' }).click()
  const dialog = desktop.getByRole('dialog')
  const person = { ...admin, username: 'hanako', password: 'Kenshin-2027!' }
  await type(dialog.getByRole('textbox', { name: 'ユーザー名' }), person.username)
  await type(dialog.getByRole('textbox', { name: 'メールアドレス' }), 'hanako@example.com')
  await type(dialog.getByLabel(/^パスワード ?\*/), person.password)
  await desktop.keyboard.press('Enter')
  await expect(desktop.getByText('新規ユーザーを作成しました')).toBeVisible()
  await expect(desktop.getByRole('button', { name: 'hanakoを編集' })).toBeVisible()

  const page = await openBrowser(site.origin, { expected: [{ status: 401, path: '/api/v1/' }] })
  await keepSignedIn(page, person)
  await page.goto('/my-page')
  await page.getByRole('button', { name: 'メールアドレスを変更' }).click()
  await type(page.getByRole('textbox', { name: '新しいメールアドレス' }), 'hanako@example.jp')
  await page.keyboard.press('Enter')
  await expect(page.getByText('確認待ち: hanako@example.jp')).toBeVisible()
  const mails = () => mailsTo(site.server.dataDir, 'hanako@example.jp')
  await expect.poll(mails).toHaveLength(1)
  const [, code] = /確認コード: (\S+)/.exec((await mails())[0]?.text ?? '') ?? []
  await page.goto(`/confirm-email#${code}`)
  await page.getByRole('button', { name: 'メールアドレスを確定' }).click()
  await expect(page.getByText('メールアドレスを変更しました')).toBeVisible()

  await page.goto('/my-page')
  await expect(page.getByText('この端末', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'パスワードを変更' }).click()
  const field = (name: string) => page.getByRole('dialog').getByLabel(new RegExp(`^${name}[ *]*$`))
  await type(field('現在のパスワード'), person.password)
  await type(field('新しいパスワード'), 'Replaced-2027!')
  await type(field('新しいパスワード（確認）'), 'Replaced-2027!')
  await page.keyboard.press('Enter')
  await expect(page.getByText('パスワードを変更しました')).toBeVisible()
  await signInScreen(page).signIn({ ...person, password: 'Replaced-2027!' })
  await expect(homeScreen(page).heading).toBeVisible()
})

test('a new colleague is invited by mail, sets a password at the link and signs in', async () => {
  const admin = await site.addUser({ role: role.admin })
  const desktop = await openBrowser(site.origin)
  await keepSignedIn(desktop, admin)
  await desktop.goto('/users')
  await desktop.getByRole('button', { name: 'ユーザーを追加' }).click()
  const dialog = desktop.getByRole('dialog')
  // Without an SMTP server a typed password is the default.
  await expect(dialog.getByRole('radio', { name: 'パスワードを入力' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'メールで招待' }).press('Space')
  await expect(dialog.getByText(/outbox-mail/)).toBeVisible()
  await type(dialog.getByRole('textbox', { name: 'ユーザー名' }), '新人 次郎')
  await type(dialog.getByRole('textbox', { name: 'メールアドレス' }), 'jiro@example.com')
  await expectAccessible(desktop)
  await desktop.keyboard.press('Enter')
  await expect(desktop.getByText(/jiro@example.com を招待しました。招待メールは送信されず/)).toBeVisible()
  await expect(desktop.getByRole('heading', { name: '招待中 1件' })).toBeVisible()
  const mails = () => mailsTo(site.server.dataDir, 'jiro@example.com')
  await expect.poll(mails).toHaveLength(1)
  await desktop.getByRole('button', { name: 'jiro@example.comに再送' }).press('Enter')
  await expect(desktop.getByText(/jiro@example.com への招待メールをもう一度作成しました/)).toBeVisible()
  await expect.poll(mails).toHaveLength(2)

  const codes = (await mails()).map(({ text }) => /招待コード: (\S+)/.exec(text ?? '')?.[1])
  const page = await openBrowser(site.origin, {
    viewport: sizes.phone,
    expected: [{ status: 400, path: '/api/v1/invitation/open' }],
  })
  const password = 'Kenshin-2027!'
  const isValid = async (code: string | undefined) => {
    // From /invitation, another code alone does not load the page again.
    await page.goto('about:blank')
    await page.goto(`/invitation#${code}`)
    const valid = page.getByText(/に招待されています/)
    await expect(valid.or(page.getByRole('alert'))).toBeVisible()
    return valid.isVisible()
  }
  // The mail that was sent again replaces the first, in whichever order the two arrived.
  const valid: boolean[] = []
  for (const code of codes) valid.push(await isValid(code))
  expect(valid.toSorted()).toEqual([false, true])
  await page.goto(`/invitation#${codes[valid.indexOf(true)]}`)
  await expect(page.getByLabel('パスワード', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await type(page.getByLabel('パスワード', { exact: true }), password)
  await page.keyboard.press('Tab')
  await type(page.getByLabel('パスワード（確認）', { exact: true }), password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'のユーザーになりました' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'ログイン', exact: true }).click()
  await signInScreen(page).signIn({ ...admin, username: '新人 次郎', password })
  await expect(homeScreen(page).heading).toBeVisible()
  await expect(desktop.getByRole('button', { name: '新人 次郎を編集' })).toBeVisible()
})
