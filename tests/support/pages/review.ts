import type { Page } from 'playwright'
import { expect } from '../browser/expect.ts'

/** 要確認 */
export const reviewScreen = (page: Page) => ({
  count: page.getByRole('heading', { level: 1 }).locator('xpath=following-sibling::*[1]'),
  over: page.getByText('確認を待っている測定値はありません'),
  button: (name: string | RegExp) => page.getByRole('button', { name, exact: true }),
  /**
   * Waits until keys decide about an item, which they do once its picture is on the screen, and returns its meter.
   * `decided`: the meter of the item before, which may still be shown when its notice is.
   */
  async ready(decided = ''): Promise<string> {
    const item = page.locator(`[data-review][aria-busy=false]:not([aria-label="${decided}"])`)
    await expect(item).toBeVisible()
    return (await item.getAttribute('aria-label')) ?? ''
  },
  /** Waits until all crops of the wall can be seen and confirmed. */
  wallReady: () => expect(page.locator('[data-wall][aria-busy=false]')).toBeVisible(),
  shows: (name: string) => expect(page.getByRole('region', { name, exact: true })).toBeVisible(),
})
