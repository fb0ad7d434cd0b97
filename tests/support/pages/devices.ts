import type { Page } from 'playwright'

/** 端末: the list of a kind, as a table or as cards. */
export const devicesScreen = (page: Page) => {
  const adding = page.getByRole('dialog', { name: '端末の追加' })
  const field = (label: RegExp) => adding.getByRole('textbox', { name: label })
  return {
    add: page.getByRole('button', { name: '端末を追加' }),
    row: (name: string) => page.getByRole('table').getByRole('row').filter({ hasText: name }),
    detail: (name: string) => page.getByRole('link', { name, exact: true }),
    action: (name: string, label: 'QRコード' | '設定ファイル') =>
      page.getByRole('button', { name: `${name}の${label}`, exact: true }),
    adding: {
      dialog: adding,
      name: field(/^端末名/),
      serialNumber: field(/^シリアル番号/),
      accessHash: field(/^アクセスハッシュ/),
      submit: adding.getByRole('button', { name: '登録', exact: true }),
    },
    /** The times of the dialog or of the form. */
    schedule: scheduleOf(page),
    qrDialog: (name: string) => {
      const dialog = page.getByRole('dialog', { name: `${name}のQRコード` })
      return {
        dialog,
        size: dialog.getByRole('slider'),
        picture: dialog.getByRole('img', { name: `${name}を登録するQRコード` }),
        text: dialog.locator('code'),
      }
    },
  }
}

const scheduleOf = (page: Page) => {
  const times = page.getByRole('group', { name: '測定時刻' })
  const select = (label: '日' | '時' | '分') => times.getByRole('combobox', { name: label, exact: true })
  return {
    /** Adds a time below those that are there. */
    async addTime(day: string, hour: string, minute: string) {
      await times.getByRole('button', { name: '測定時刻を追加' }).click()
      await select('日').selectOption(day)
      await select('時').selectOption(hour)
      await select('分').selectOption(minute)
    },
  }
}

/** 端末詳細 */
export const deviceScreen = (page: Page) => ({
  heading: (device: string) => page.getByRole('heading', { name: device, exact: true, level: 1 }),
  /** What is the matter: of an outage its cause. */
  banner: page.getByRole('region', { name: /^(?:通信エラー|稼働状態)$/ }),
  status: page.getByRole('definition').first(),
  pictures: page.getByRole('list', { name: '最近の写真' }).getByRole('button'),
  edit: page.getByRole('button', { name: '編集', exact: true }),
})
