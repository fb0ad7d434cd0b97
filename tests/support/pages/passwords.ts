import type { Page } from 'playwright'
import { tabAndType, type } from '../type.ts'

/** /confirm-code */
export const codeScreen = (page: Page) => ({
  heading: page.getByRole('heading', { name: 'パスワードの再設定' }),
  back: page.getByRole('link', { name: 'ログインに戻る' }),
  /** Sends a code, if there is such an account. */
  async send(organizationCode: string, email: string) {
    await type(page.getByLabel('組織コード'), organizationCode)
    await tabAndType(page.getByLabel('メールアドレス'), email)
    await page.getByRole('button', { name: '確認コードを送信' }).click()
  },
})

/** /new-password */
export const newPasswordScreen = (page: Page) => {
  const password = page.getByLabel('新しいパスワード', { exact: true })
  return {
    heading: page.getByRole('heading', { name: '新しいパスワード' }),
    password,
    back: page.getByRole('link', { name: 'ログインに戻る' }),
    sendAgain: page.getByRole('link', { name: '確認コードをもう一度送信する' }),
    async change(given: { code: string; username: string; password: string; again?: string }) {
      await type(page.getByLabel('確認コード'), given.code)
      await tabAndType(page.getByLabel('ユーザー名'), given.username)
      await tabAndType(password, given.password)
      await type(page.getByLabel('新しいパスワード（確認）', { exact: true }), given.again ?? given.password)
      await page.getByRole('button', { name: '変更' }).click()
    },
  }
}
