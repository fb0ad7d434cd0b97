import type { Locator, Page } from 'playwright'

/** The detail of a reading, in the dialog or on its page. */
function detailIn(container: Locator) {
  const row = (label: string) => container.getByRole('group', { name: label, exact: true })
  return {
    row,
    value: row('測定値'),
    editRow: (label: string) => container.getByRole('button', { name: `${label}を編集`, exact: true }),
    previous: container.getByRole('button', { name: '前の測定値' }),
    next: container.getByRole('button', { name: '次の測定値' }),
    remove: container.getByRole('button', { name: '削除' }),
    openHistory: () => container.getByRole('button', { name: '変更履歴' }).click(),
    changes: container.getByRole('list', { name: '変更の一覧' }).getByRole('listitem'),
  }
}

/** The dialog over the list. */
export const readingDialog = (page: Page) => {
  // A question may be on top.
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: '次の測定値' }) })
  return {
    ...detailIn(dialog),
    dialog,
    /** What has the focus in it. */
    focus: dialog.locator(':focus'),
    /** Opens the reading's page in a new tab. */
    ownPage: dialog.getByRole('link', { name: '（新しいタブで開く）' }),
    picture: (meterName: string) => dialog.getByRole('img', { name: `${meterName}の画像` }),
    close: dialog.getByRole('button', { name: '閉じる' }).last(),
    edit: dialog.getByRole('button', { name: '測定値を編集' }),
    input: dialog.getByRole('textbox', { name: '測定値' }),
    /** Agrees to a value that does not fit. */
    agree: page
      .getByRole('dialog', { name: / で確定しますか$/ })
      .getByRole('button', { name: 'この値で確定' }),
  }
}

/** /meter-value/{id} */
export const readingPage = (page: Page) => ({
  ...detailIn(page.getByRole('main')),
  heading: (meterName: string) => page.getByRole('heading', { level: 1, name: meterName, exact: true }),
  deleted: page.getByText('この測定値は削除されました'),
  unknown: page.getByText('測定値が見つかりません'),
})
