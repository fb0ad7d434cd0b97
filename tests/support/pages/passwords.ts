import type { Page } from 'playwright'
import { tabAndType, type } from '../browser/type.ts'

/** /confirm-code */
export const codeScreen = (page: Page) => ({
  heading: page.getByRole('heading', { name: 'パスワードの再設定' }),
  /** Sends a code, if there is such an account. */
  async send(organizationCode: string, email: string) {
    await type(page.getByLabel('組織コード'), organizationCode)
    await tabAndType(page.getByLabel('メールアドレス'), email)
    // The site has no SMTP server.
    await page.getByRole('button', { name: '確認コードを作成' }).click()
  },
})

/** /new-password */
export const newPasswordScreen = (page: Page) => {
  const password = page.getByLabel('新しいパスワード', { exact: true })
  return {
    heading: page.getByRole('heading', { name: '新しいパスワード' }),
    async change(given: { code: string; username: string; password: string }) {
      await type(page.getByLabel('確認コード'), given.code)
      await tabAndType(page.getByLabel('ユーザー名'), given.username)
      await tabAndType(password, given.password)
      await type(page.getByLabel('新しいパスワード（確認）', { exact: true }), given.password)
      await page.getByRole('button', { name: '変更' }).click()
    },
  }
}
