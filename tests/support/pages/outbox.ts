import type { Page } from 'playwright'

/** The drawer behind 未送信 n件. */
export const outboxDrawer = (page: Page) => {
  const drawer = page.getByRole('dialog', { name: /未送信|撮影の送信状況/ })
  return {
    drawer,
    row: drawer.getByRole('listitem').filter({ has: page.getByRole('list') }),
    part: (label: '未送信' | '送信済') => drawer.getByRole('region', { name: label }),
    sendNow: drawer.getByRole('button', { name: '今すぐ送信' }),
  }
}
