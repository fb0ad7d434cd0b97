import type { Page } from 'playwright'

/** ホーム, 点検データ */
export const homeScreen = (page: Page) => {
  const periods = page.getByRole('radiogroup', { name: '期間' })
  return {
    heading: page.getByRole('heading', { name: 'ホーム', exact: true }),
    tab: (label: string) => page.getByRole('tab', { name: label, exact: true }),
    chosenTab: (label: string) => page.getByRole('tab', { name: label, exact: true, selected: true }),
    /** A section of a tab, by its heading. */
    group: (label: string) => page.getByRole('region', { name: new RegExp(`^${label}`) }),
    csv: page.getByRole('button', { name: 'CSV', exact: true }),
    period: (label: string) => periods.getByText(label, { exact: true }),
    chosenPeriod: (label: string) => periods.getByRole('radio', { name: label, exact: true }),
    tiles: page.locator('a[data-reading]'),
    tile: (id: number) => page.locator(`a[data-reading="${id}"]`),
    confirmTile: (meter: string) => page.getByRole('button', { name: `${meter}のアラートを 確認済みにする` }),
    confirmedTile: (meter: string) => page.getByRole('link', { name: `${meter}のアラートは 確認済み` }),
    refresh: page.getByRole('button', { name: /^更新(?:（|$)/ }),
  }
}
