import type { Page } from 'playwright'

/** アラート */
export const alertsScreen = (page: Page) => {
  const question = page.getByRole('dialog', { name: 'アラートの確認' })
  const editing = page.getByRole('dialog', { name: 'コメントの編集' })
  const setting = page.getByRole('region', { name: '通知' })
  return {
    tab: (name: '発生中' | '過去' | '確認済み') => page.getByRole('tab', { name: new RegExp(`^${name}`) }),
    rows: page.getByRole('table', { name: 'アラート一覧' }).locator('tbody').getByRole('row'),
    cards: page.getByRole('list', { name: 'アラート一覧' }).getByRole('article'),
    open: (meter: string) => page.getByRole('button', { name: `${meter}の データ確認` }),
    confirm: (meter: string) => page.getByRole('button', { name: `${meter}のアラートを 確認済みにする` }),
    take: (meter: string) => page.getByRole('button', { name: `${meter}のアラートの 担当する` }),
    release: (meter: string) => page.getByRole('button', { name: `${meter}のアラートの 担当を外す` }),
    changeAssignee: (meter: string) => page.getByRole('button', { name: `${meter}のアラートの担当を変える` }),
    assigning: page.getByRole('dialog', { name: '担当の変更' }),
    view: (name: '自分の担当' | '未割当' | '今週') => page.getByRole('button', { name, exact: true }),
    question,
    comment: question.getByRole('textbox', { name: 'コメント（任意）' }),
    confirmInDialog: question.getByRole('button', { name: '確認済みにする' }),
    editComment: (meter: string) => page.getByRole('button', { name: `${meter}のコメントを編集` }),
    editedComment: editing.getByRole('textbox', { name: 'コメント（任意）' }),
    /** In the menu or, on phones, in the bottom bar. */
    entry: page.getByRole('link', { name: /^アラート(?!ルール)/ }),
    notice: (meter: string) => page.getByRole('alert').filter({ hasText: `異常: ${meter}` }),
    confirmed: page.getByRole('alert').filter({ hasText: 'アラートを確認済みにしました' }),
    undo: page.getByRole('button', { name: '元に戻す', exact: true }),
    /** Opens the setting on phones. */
    pushSetting: page.getByRole('button', { name: '通知の設定' }),
    push: setting.getByRole('switch', { name: 'このブラウザに通知する' }),
    test: setting.getByRole('button', { name: 'テスト通知を送る' }),
  }
}
