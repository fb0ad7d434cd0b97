import type { Page } from 'playwright'

/** What stands around every list: filters and pager. On phones filters apply from a sheet. */
export const listTools = (page: Page) => ({
  total: (count: number) => page.getByText(`ALL ${count.toLocaleString('ja-JP')} ITEMS`),
  pageNumber: (number: number) => page.getByRole('button', { name: `${number} ページ`, exact: true }),
  pageSize: page.getByRole('combobox', { name: '1ページの件数' }),
  /** Narrows the list to one named row of a filter. */
  async narrow(filter: string, name: string, { sheet = false } = {}) {
    if (sheet) await page.getByRole('button', { name: /^絞り込み/ }).click()
    await page
      .getByRole('combobox', { name: filter })
      .or(page.getByRole('textbox', { name: filter }))
      .click()
    await page.getByRole('option', { name, exact: true }).click()
    await page.keyboard.press('Escape')
    if (sheet) await page.getByRole('button', { name: '適用' }).click()
  },
  /** Shows what has come since. */
  showNewer: page.getByRole('button', { name: '表示', exact: true }),
  /** All that is listed. */
  list: (name: string) => page.getByRole('region', { name, exact: true }),
  chosen: (name: string) => page.getByText(name, { exact: true }),
})
