import type { Page } from 'playwright'

/** ホーム, 点検データ */
export const homeScreen = (page: Page) => ({
  heading: page.getByRole('heading', { name: 'ホーム', exact: true }),
  period: (label: string) => page.getByRole('radiogroup', { name: '期間' }).getByText(label, { exact: true }),
  chosenPeriod: (label: string) =>
    page.getByRole('radiogroup', { name: '期間' }).getByRole('radio', { name: label, exact: true }),
  tiles: page.locator('a[data-reading]'),
  tile: (id: number) => page.locator(`a[data-reading="${id}"]`),
  refresh: page.getByRole('button', { name: /^更新/ }),
  total: (count: number) => page.getByText(`ALL ${count.toLocaleString('ja-JP')} ITEMS`),
})
