import type { Page } from 'playwright'

/** メーター, メーター一覧 */
export const metersScreen = (page: Page) => ({
  heading: page.getByRole('heading', { name: 'メーター', exact: true }),
  card: (name: string) => page.getByRole('article', { name, exact: true }),
  cards: page.getByRole('article'),
  table: page.getByRole('table'),
  rows: page.getByRole('table').locator('tbody').getByRole('row'),
  capture: (name: string) => page.getByRole('link', { name: `${name}を撮影` }),
  search: page.getByRole('searchbox', { name: 'メーターを検索' }),
})
