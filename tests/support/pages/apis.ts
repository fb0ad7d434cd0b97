import type { Page } from 'playwright'

/** API管理 */
export const apisScreen = (page: Page) => {
  const dialog = page.getByRole('dialog')
  return {
    tab: (name: string) => page.getByRole('tab', { name }),
    add: page.getByRole('button', { name: 'APIキーを追加' }),
    row: (text: string) => page.getByRole('row').filter({ hasText: text }),
    dialog,
    name: dialog.getByRole('textbox', { name: 'キー名' }),
    user: dialog.getByRole('combobox', { name: 'ユーザー' }),
    expiry: dialog.getByRole('button', { name: '有効期限' }),
    maxCount: dialog.getByRole('textbox', { name: '1日の最大利用回数（任意）' }),
    save: dialog.getByRole('button', { name: /^(登録|更新)$/ }),
  }
}
