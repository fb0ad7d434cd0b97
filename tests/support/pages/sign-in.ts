import type { Page } from 'playwright'
import type { TestUser } from '../accounts.ts'
import { expect } from '../expect.ts'
import { tabAndType, type } from '../type.ts'

export const signInScreen = (page: Page) => {
  const enter = async (user: Pick<TestUser, 'organizationCode' | 'username' | 'password'>) => {
    await type(page.getByLabel('組織コード'), user.organizationCode)
    await tabAndType(page.getByLabel('ユーザー名またはメールアドレス'), user.username)
    await tabAndType(page.getByLabel('パスワード', { exact: true }), user.password)
  }
  const submit = () => page.getByRole('button', { name: 'ログイン', exact: true }).click()
  return {
    heading: page.getByRole('heading', { name: 'ログイン', exact: true }),
    enter,
    submit,
    remember: page.getByLabel('ログイン状態を保持する'),
    /** Up to the first screen. */
    async signIn(user: TestUser, { remember = true } = {}) {
      await enter(user)
      if (remember) await page.getByLabel('ログイン状態を保持する').check()
      await submit()
      await expect(page.getByRole('button', { name: `${user.username}のメニュー` })).toBeVisible()
    },
  }
}

/** Opens the app and signs in. */
export async function signIn(page: Page, user: TestUser): Promise<void> {
  await page.goto('/')
  await signInScreen(page).signIn(user)
}
