import type { BrowserContext, Page } from 'playwright'
import { sessionEndpoints } from '../../../contract/sessions.ts'
import { expect } from '../browser/expect.ts'
import { tabAndType, type } from '../browser/type.ts'
import type { TestUser } from '../server/accounts.ts'

type Credentials = Pick<TestUser, 'organizationCode' | 'username' | 'password'>

export const signInScreen = (page: Page) => {
  const enter = async (user: Credentials) => {
    await type(page.getByLabel('組織コード'), user.organizationCode)
    await tabAndType(page.getByLabel('ユーザー名またはメールアドレス'), user.username)
    await tabAndType(page.getByLabel('パスワード', { exact: true }), user.password)
  }
  const submit = () => page.getByRole('button', { name: 'ログイン', exact: true }).click()
  return {
    heading: page.getByRole('heading', { name: 'ログイン', exact: true }),
    enter,
    submit,
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

/**
 * Signs in without the screen and keeps the session as 'ログイン状態を保持する' does: the next page has it. Takes half
 * of what `signIn` takes.
 */
export async function keepSignedIn(page: Page, user: Credentials): Promise<void> {
  const { login } = sessionEndpoints
  const answer = await page.request.post(login.path, {
    data: {
      organization_code: user.organizationCode,
      username: user.username,
      password: user.password,
      email: '',
    },
  })
  const tokens = login.data.parse((await answer.json()).data)
  const keys = {
    accessKey: tokens.id_token,
    passwordKey: tokens.access_token,
    refreshKey: tokens.refresh_token,
    organizationName: tokens.organization.name,
    organizationCode: user.organizationCode,
  }
  const localStorage = Object.entries(keys).map(([name, value]) => ({ name, value }))
  const { origin } = new URL(answer.url())
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
}

/** A page of somebody who is signed in, up to the menu. */
export async function openSignedIn(context: BrowserContext, user: TestUser): Promise<Page> {
  const page = await context.newPage()
  await keepSignedIn(page, user)
  await page.goto('/')
  await expect(page.getByRole('button', { name: `${user.username}のメニュー` })).toBeVisible()
  return page
}
