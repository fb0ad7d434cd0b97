import type { Page } from 'playwright'

/** Ratios of the picture. */
type PicturePoint = readonly [x: number, y: number]

/** AIアシスト設定 and 読取位置設定 */
export const assistDialog = (page: Page, title: 'AIアシスト設定' | '読取位置設定') => {
  const dialog = page.getByRole('dialog', { name: title })
  const trial = dialog.getByRole('region', { name: '試し読みの結果' })
  const stage = dialog.getByRole('application', { name: 'メーター画像' })
  return {
    dialog,
    stage,
    /** Shown until the picture, the categories and the editor's script have loaded. */
    loading: dialog.getByRole('status', { name: '画像を読み込み中' }),
    /** The reader's confidence in its proposal. */
    proposal: dialog.getByText(/^提案 \d+ %$/),
    done: dialog.getByText(`${title.replace('設定', '')}設定済み`),
    pin: (kind: '軸' | '始点' | '中間' | '終点') =>
      dialog.getByRole('button', { name: new RegExp(`^(\\d+ )?${kind}(、|$)`) }),
    boxes: dialog.getByRole('button', { name: /^\d+桁目の枠(、提案)?$/ }),
    /** The rectangle of 読取位置設定. */
    area: dialog.getByRole('button', { name: /^読取位置の枠(、提案)?$/ }),
    handle: (name: string) => dialog.getByRole('button', { name: `読取位置の枠、${name}` }),
    undo: dialog.getByRole('button', { name: '元に戻す' }),
    redo: dialog.getByRole('button', { name: 'やり直す' }),
    /** Touch drag on the picture. */
    async drag(from: PicturePoint, to: PicturePoint) {
      const picture = await stage.locator('img').boundingBox()
      if (picture === null) throw new Error('the picture is not there')
      const at = ([x, y]: PicturePoint) => ({
        x: picture.x + x * picture.width,
        y: picture.y + y * picture.height,
      })
      const devtools = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof at>[]) =>
        devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
      await touch('touchStart', [at(from)])
      await touch('touchMove', [at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2])])
      await touch('touchMove', [at(to)])
      await touch('touchEnd', [])
    },
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
