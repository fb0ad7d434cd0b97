import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser, sizes } from '../support/browsers.ts'
import { expect } from '../support/expect.ts'
import { homeScreen } from '../support/pages/home.ts'
import { mailsTo } from '../support/pages/mailbox.ts'
import { codeScreen, newPasswordScreen } from '../support/pages/passwords.ts'
import { keepSignedIn, signInScreen } from '../support/pages/sign-in.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('two different new passwords are refused in the words of the documents, and so is a weak one', async () => {
  const page = await openBrowser(site.origin)
  await page.goto('/new-password')
  const screen = newPasswordScreen(page)
  await screen.change({
    code: 'ABCD1234',
    username: 'inspector',
    password: 'weakweak',
    again: 'Other-2026!',
  })
  await expect(page.getByText('パスワードを正しく入力してください')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'パスワードの更新に失敗しました' })).toBeVisible()
  await expect(screen.password).toBeFocused()
})

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

  const password = 'Replaced-2026!'
  await newPasswordScreen(page).change({ ...user, code: await codeFor(user.email), password })

  const screen = signInScreen(page)
  await expect(screen.heading).toBeVisible()
  await screen.enter(user)
  await screen.submit()
  await expect(page.getByRole('alert').filter({ hasText: 'ログインに失敗しました' })).toBeVisible()
  await screen.signIn({ ...user, password })
})

test('a wrong code is refused where it stands, and another is sent from there; the change ends the session of another device', async () => {
  const user = await site.addUser()
  const phone = await openBrowser(site.origin, {
    viewport: sizes.phone,
    expected: [{ status: 401, path: '/api/v1/' }],
  })
  await keepSignedIn(phone, user)
  await phone.goto('/')
  await expect(homeScreen(phone).heading).toBeVisible()

  const page = await openBrowser(site.origin, {
    expected: [{ status: 400, path: '/api/v1/confirm-forgot-password' }],
  })
  await page.goto('/new-password')
  const [asking, changing] = [codeScreen(page), newPasswordScreen(page)]
  const wrong = page.getByText('確認コードが正しくないか、期限が切れています', { exact: true })
  const password = 'Replaced-2026!'
  await changing.change({ ...user, code: 'ABCDE-23456', password })
  await expect(wrong).toBeVisible()

  await changing.back.click()
  await expect(signInScreen(page).heading).toBeVisible()
  await page.goBack()
  await changing.sendAgain.click()
  await expect(asking.heading).toBeVisible()
  await asking.back.click()
  await expect(signInScreen(page).heading).toBeVisible()
  await page.goBack()
  await asking.send(user.organizationCode, 'nobody@example.com')
  await expect(page.getByText('nobody@example.com にメールを送信しました')).toBeVisible()
  await changing.sendAgain.click()
  await asking.send(user.organizationCode, user.email)
  await expect(page.getByText(`${user.email} にメールを送信しました`)).toBeVisible()
  const code = await codeFor(user.email)
  // Only mail reveals whether the account exists.
  expect(await mailsTo(site.server.dataDir, 'nobody@example.com')).toEqual([])

  // As typed from another screen.
  await changing.change({ ...user, code: code.toLowerCase().replace('-', ' '), password })
  await expect(page.getByText('パスワードを変更しました')).toBeVisible()
  await expect(signInScreen(page).heading).toBeVisible()
  await page.goto('/new-password')
  await changing.change({ ...user, code, password: 'Once-more-2026!' })
  await expect(wrong).toBeVisible()

  // Without any user action.
  await expect(phone.getByText('もう一度ログインしてください')).toBeVisible()
  await signInScreen(phone).signIn({ ...user, password })
  await expect(homeScreen(phone).heading).toBeVisible()
})

/** The confirmation code mailed to this address. */
async function codeFor(address: string): Promise<string> {
  const mails = () => mailsTo(site.server.dataDir, address)
  await expect.poll(mails, { timeout: 30_000 }).toHaveLength(1)
  const [mail] = await mails()
  const [, code] = /確認コード: (\S+)/.exec(mail?.text ?? '') ?? []
  if (code === undefined) throw new Error('the mail holds no code')
  return code
}
