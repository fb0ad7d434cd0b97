import type { Page } from 'playwright'

/** Filters and pager of every list. On phones filters are in a sheet. */
export const listTools = (page: Page) => ({
  total: (count: number) => page.getByText(`ALL ${count.toLocaleString('ja-JP')} ITEMS`),
  pageNumber: (number: number) => page.getByRole('button', { name: `${number} ページ`, exact: true }),
  pageSize: page.getByRole('combobox', { name: '1ページの件数' }),
  /** Filters the list by one named row. */
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
  /** Shows newer rows. */
  showNewer: page.getByRole('button', { name: '表示', exact: true }),
  list: (name: string) => page.getByRole('region', { name, exact: true }),
})
