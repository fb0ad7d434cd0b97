import type { Page } from 'playwright'
import { type } from '../browser/type.ts'

/** メーター, メーター一覧 */
export const metersScreen = (page: Page) => ({
  heading: page.getByRole('heading', { name: 'メーター', exact: true }),
  card: (name: string) => page.getByRole('article', { name, exact: true }),
  cards: page.getByRole('article'),
  rows: page.getByRole('table').locator('tbody').getByRole('row'),
  row: (name: string) => page.getByRole('table').getByRole('row').filter({ hasText: name }),
  capture: (name: string) => page.getByRole('link', { name: `${name}を撮影` }),
  search: page.getByRole('searchbox', { name: 'メーターを検索' }),
  add: page.getByRole('button', { name: 'メーターを追加' }),
})

/** The meter form, for editing and registering. */
export const meterForm = (page: Page) => ({
  name: page.getByRole('textbox', { name: 'メーター名', exact: true }),
  choice: (label: string) => page.getByRole('combobox', { name: label, exact: true }),
  async choose(label: string, option: string) {
    await page.getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  },
  kind: (label: string) => page.getByRole('radio', { name: label }),
  field: (label: string) => page.getByRole('textbox', { name: label, exact: true }),
  toggle: (label: string) => page.getByRole('switch', { name: label }),
  picture: page.locator('input[type=file]'),
  /** Creates a group of this name inline. */
  async quickCreate(label: string, name: string) {
    await page.getByRole('button', { name: `新しい${label}` }).click()
    await type(page.getByRole('textbox', { name: `新しい${label}の名前` }), name)
    await page.getByRole('button', { name: '追加', exact: true }).click()
  },
  message: (text: string) => page.getByText(text, { exact: true }),
})

/** メーター詳細 */
export const meterScreen = (page: Page) => ({
  heading: (name: string) => page.getByRole('heading', { name, exact: true, level: 1 }),
  fact: (label: string) => page.getByRole('group', { name: label, exact: true }),
  edit: page.getByRole('button', { name: '編集', exact: true }),
  update: page.getByRole('button', { name: '更新', exact: true }),
  cancel: page.getByRole('button', { name: 'キャンセル' }),
  assist: page.getByRole('button', { name: 'AIアシスト設定を開く' }),
  area: page.getByRole('button', { name: '読取位置設定を開く' }),
  showQr: page.getByRole('button', { name: 'QRコードを表示' }),
  qr: page.getByRole('dialog', { name: 'メーターのQRコード' }),
})
