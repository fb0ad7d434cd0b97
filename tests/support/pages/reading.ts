import type { Page } from 'playwright'

/** The detail of one reading. */
export const readingDialog = (page: Page) => {
  const next = page.getByRole('button', { name: '次の測定値' })
  // A question may stand over it.
  const dialog = page.getByRole('dialog').filter({ has: next })
  const row = (label: string) => dialog.getByRole('group', { name: label, exact: true })
  return {
    dialog,
    row,
    value: row('測定値'),
    picture: (meterName: string) => dialog.getByRole('img', { name: `${meterName}の画像` }),
    framed: dialog.getByRole('radio', { name: '読取枠付き' }),
    /** The links that save the pictures. */
    original: dialog.getByRole('link', { name: '元画像を保存' }),
    withFrame: dialog.getByRole('link', { name: '読取枠付きを保存' }),
    close: dialog.getByRole('button', { name: '閉じる' }).last(),
    next,
    edit: dialog.getByRole('button', { name: '測定値を編集' }),
    input: dialog.getByRole('textbox', { name: '測定値' }),
    remove: dialog.getByRole('button', { name: '削除' }),
  }
}
