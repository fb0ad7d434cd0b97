import type { Page } from 'playwright'

/** /rounds and /rounds/{id} */
export const roundsScreen = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: '予定と担当者' })
  return {
    card: (name: string) => page.getByRole('article', { name }),
    stops: page.getByRole('list', { name: '点検ルートのメーター' }).getByRole('listitem'),
    changeSchedule: page.getByRole('button', { name: '予定と担当者' }),
    dialog,
  }
}
