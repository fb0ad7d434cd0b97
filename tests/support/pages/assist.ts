import type { Page } from 'playwright'

/** AIアシスト設定 and 読取位置設定 */
export const assistDialog = (page: Page, title: 'AIアシスト設定' | '読取位置設定') => {
  const dialog = page.getByRole('dialog', { name: title })
  const trial = dialog.getByRole('region', { name: '試し読みの結果' })
  return {
    dialog,
    stage: dialog.getByRole('application', { name: 'メーター画像' }),
    /** How sure the reader is of what it proposes. */
    proposal: dialog.getByText(/^提案 \d+ %$/),
    done: dialog.getByText(`${title.replace('設定', '')}設定済み`),
    pin: (kind: '軸' | '始点' | '中間' | '終点') =>
      dialog.getByRole('button', { name: new RegExp(`^(\\d+ )?${kind}(、|$)`) }),
    boxes: dialog.getByRole('button', { name: /^\d+桁目の枠(、提案)?$/ }),
    value: (kind: string) => dialog.getByRole('textbox', { name: new RegExp(`${kind}の値`) }),
    try: dialog.getByRole('button', { name: '試し読み', exact: true }),
    register: dialog.getByRole('button', { name: '登録', exact: true }),
    initialise: dialog.getByRole('button', { name: '初期化', exact: true }),
    trial,
    tried: trial.getByRole('listitem'),
    ended: trial.getByText(/枚で値を読み取りました/),
    back: trial.getByRole('button', { name: '設定に戻る' }),
  }
}
