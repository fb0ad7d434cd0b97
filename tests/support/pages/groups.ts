import type { Page } from 'playwright'

/** グループ */
export const groupsScreen = (page: Page) => {
  const dialog = page.getByRole('dialog')
  return {
    tab: (name: string) => page.getByRole('tab', { name }),
    add: (kind: string) => page.getByRole('button', { name: `${kind}を追加` }),
    edit: (name: string) => page.getByRole('button', { name: `${name}を編集` }),
    rows: page.getByRole('table').locator('tbody').getByRole('row'),
    cards: page.getByRole('article'),
    dialog,
    name: dialog.getByRole('textbox', { name: /グループ名$/ }),
    contact: dialog.getByRole('textbox', { name: /^連絡先/ }),
    save: dialog.getByRole('button', { name: /^(登録|更新)$/ }),
  }
}
