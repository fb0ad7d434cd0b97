import { afterAll, beforeAll, test } from 'vitest'
import { role } from '../../contract/access.ts'
import { expectAccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browsers.ts'
import { expect } from '../support/expect.ts'
import { homeScreen } from '../support/pages/home.ts'
import { mailsTo } from '../support/pages/mailbox.ts'
import { keepSignedIn, signInScreen } from '../support/pages/sign-in.ts'
import { openSite, type Site } from '../support/site.ts'
import { type } from '../support/type.ts'

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
  await expectAccessible(desktop)
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
  await expect.poll(mails, { timeout: 30_000 }).toHaveLength(1)
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
