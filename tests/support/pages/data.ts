import type { Page } from 'playwright'
import { expect } from '../browser/expect.ts'
import { type } from '../browser/type.ts'

/** データ: graph, list, search and entry. */
export const dataScreen = (page: Page) => {
  const drawer = page.getByRole('dialog', { name: 'データ検索' })
  const entry = page.getByRole('dialog', { name: 'データの追加' })
  const fields = {
    dialog: entry,
    meter: entry
      .getByRole('combobox', { name: 'メーター' })
      .or(entry.getByRole('textbox', { name: 'メーター' })),
    value: entry.getByLabel('測定値'),
    file: entry.locator('input[type=file]'),
    preview: entry.getByRole('img', { name: '選択したメーター画像' }),
    submit: entry.getByRole('button', { name: '登録' }),
    close: entry.getByRole('button', { name: '閉じる' }),
  }
  const openEntry = () => page.getByRole('button', { name: 'データを追加' }).click()
  return {
    nothing: page.getByText('表示するデータを選択してください'),
    tab: (name: 'データグラフ' | 'データ一覧') => page.getByRole('tab', { name }),
    chart: (label: string | RegExp) => page.getByRole('application', { name: label }),
    charts: page.getByRole('application'),
    lines: page.getByRole('application').locator('path[fill=none][stroke^="var(--series"]'),
    latest: (name: string) =>
      page.getByRole('region', { name: '最新の測定値' }).getByRole('button', { name }),
    numbers: page.getByRole('switch', { name: 'グラフ数値' }),
    wholeTime: page.getByRole('button', { name: '全期間' }),
    chosen: page.getByRole('list', { name: '選択中の条件' }),
    rows: page.getByRole('table', { name: 'データ一覧' }).locator('tbody').getByRole('row'),
    cards: page.getByRole('list', { name: 'データ一覧' }).getByRole('listitem'),
    /** Opens search and order of the list on phones. */
    listTools: page.getByRole('button', { name: '一覧の検索と並べ替え' }),
    textSearch: page.getByRole('searchbox'),
    /** Opens the drawer, chooses a row of a criterion and applies. */
    async choose(criterion: string, name: string) {
      await page.getByRole('button', { name: 'データ検索' }).first().click()
      await drawer
        .getByRole('combobox', { name: criterion, exact: true })
        .or(drawer.getByRole('textbox', { name: criterion, exact: true }))
        .click()
      await page.getByRole('option', { name, exact: true }).click()
      await page.keyboard.press('Escape')
      await drawer.getByRole('button', { name: '適用' }).click()
    },
    drawer,
    openSearch: () => page.getByRole('button', { name: 'データ検索' }).first().click(),
    openEntry,
    /** A manual reading of now. `surprising`: a question follows. */
    async enter(meter: string, value: string, { surprising = false } = {}) {
      await openEntry()
      await fields.meter.click()
      await page.getByRole('option', { name: meter, exact: true }).click()
      await type(fields.value, value)
      await fields.submit.click()
      if (surprising) await page.getByRole('button', { name: 'この値で確定' }).click()
      await expect(entry).toHaveCount(0)
    },
    entry: fields,
  }
}
