import type { Page } from 'playwright'
import { expect } from '../browser/expect.ts'
import type { TestUser } from '../server/accounts.ts'

/** Everything around the screens. */
export const shell = (page: Page) => ({
  menu: page.getByRole('navigation', { name: 'メニュー' }),
  role: page.getByRole('banner').getByText(/ユーザー$/),
  /** On phones the menu is a drawer. */
  openMenu: () =>
    page.getByRole('navigation', { name: '主な画面' }).getByRole('button', { name: 'メニュー' }).click(),
  missing: page.getByRole('heading', { name: 'ページが見つかりません' }),
  offline: page.getByRole('status').filter({ hasText: 'オフライン' }),
  /** In milliseconds. */
  offlineSince: () =>
    page.getByRole('status').filter({ hasText: 'オフライン' }).locator('time').getAttribute('datetime'),
  personMenu: page.getByRole('banner').getByRole('button', { name: /のメニュー$/ }),
  unsent: (count: number) => page.getByRole('button', { name: `未送信 ${count}件` }),
  anyUnsent: page.getByRole('button', { name: /(?:未送信|送信中) \d+件/ }),
  /** Chooses an entry of the user menu. */
  async choose(user: TestUser, entry: string) {
    await page.getByRole('button', { name: `${user.username}のメニュー` }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  },
  /** Chooses ログアウト in the user menu; a dialog may follow. */
  async leave(user: TestUser) {
    await this.choose(user, 'ログアウト')
  },
  /** Signs out completely. */
  async signOut(user: TestUser) {
    await this.leave(user)
    await expect(page.getByRole('heading', { name: 'ログイン', exact: true })).toBeVisible()
  },
})
