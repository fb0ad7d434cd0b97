import type { Page } from 'playwright'

/** AIアシスト設定 and 読取位置設定 */
export const assistDialog = (page: Page, title: 'AIアシスト設定' | '読取位置設定') => {
  const dialog = page.getByRole('dialog', { name: title })
  const trial = dialog.getByRole('region', { name: '試し読みの結果' })
  const stage = dialog.getByRole('application', { name: 'メーター画像' })
  return {
    dialog,
    stage,
    /** The reader's confidence in its proposal. */
    proposal: dialog.getByText(/^提案 \d+ %$/),
    done: dialog.getByText(`${title.replace('設定', '')}設定済み`),
    pin: (kind: '軸' | '始点' | '中間' | '終点') =>
      dialog.getByRole('button', { name: new RegExp(`^(\\d+ )?${kind}(、|$)`) }),
    boxes: dialog.getByRole('button', { name: /^\d+桁目の枠(、提案)?$/ }),
    /** The rectangle of 読取位置設定. */
    area: dialog.getByRole('button', { name: /^読取位置の枠(、提案)?$/ }),
    handle: (name: string) => dialog.getByRole('button', { name: `読取位置の枠、${name}` }),
    decimals: dialog.getByRole('combobox', { name: '小数点以下の桁数' }),
    /** The value of the picture as it will be registered. */
    registered: dialog.getByRole('status', { name: '登録される値' }),
    value: (kind: string) => dialog.getByRole('textbox', { name: new RegExp(`${kind}の値`) }),
    try: dialog.getByRole('button', { name: '試し読み', exact: true }),
    register: dialog.getByRole('button', { name: '登録', exact: true }),
    initialise: dialog.getByRole('button', { name: '初期化', exact: true }),
    tried: trial.getByRole('listitem'),
    ended: trial.getByText(/枚で値を読み取りました/),
  }
}
