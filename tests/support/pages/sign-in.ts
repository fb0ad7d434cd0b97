import type { Page } from 'playwright'
import type { TestUser } from '../accounts.ts'
import { expect } from '../expect.ts'

export const signInScreen = (page: Page) => {
  const fill = async (user: Pick<TestUser, 'organizationCode' | 'username' | 'password'>) => {
    await page.getByLabel('組織コード').fill(user.organizationCode)
    await page.getByLabel('ユーザー名またはメールアドレス').fill(user.username)
    await page.getByLabel('パスワード', { exact: true }).fill(user.password)
  }
  const submit = () => page.getByRole('button', { name: 'ログイン', exact: true }).click()
  return {
    heading: page.getByRole('heading', { name: 'ログイン', exact: true }),
    fill,
    submit,
    remember: page.getByLabel('ログイン状態を保持する'),
    /** All the way to the first screen. */
    async signIn(user: TestUser, { remember = true } = {}) {
      await fill(user)
      if (remember) await page.getByLabel('ログイン状態を保持する').check()
      await submit()
      await expect(page.getByRole('button', { name: `${user.username}のメニュー` })).toBeVisible()
    },
  }
}

/** Opens the app in a page where nobody is signed in, and signs in. */
export async function signIn(page: Page, user: TestUser): Promise<void> {
  await page.goto('/')
  await signInScreen(page).signIn(user)
}
