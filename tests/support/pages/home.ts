import type { Page } from 'playwright'

/** ホーム, 点検データ */
export const homeScreen = (page: Page) => {
  const periods = page.getByRole('radiogroup', { name: '期間' })
  return {
    heading: page.getByRole('heading', { name: 'ホーム', exact: true }),
    period: (label: string) => periods.getByText(label, { exact: true }),
    chosenPeriod: (label: string) => periods.getByRole('radio', { name: label, exact: true }),
    tiles: page.locator('a[data-reading]'),
    tile: (id: number) => page.locator(`a[data-reading="${id}"]`),
    tileSize: page.getByRole('slider', { name: 'タイルの大きさ' }),
    refresh: page.getByRole('button', { name: /^更新(?:（|$)/ }),
  }
}
