// Covers docs/requirements.md: 44, 135, 266

import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { Pager } from './Pager.tsx'

test('the total and the pages are told', async () => {
  const screen = await show(<Pager total={120} page={1} size={50} onChange={vi.fn()} />)
  await expect.element(screen.getByText('ALL 120 ITEMS')).toBeVisible()
  await expect.element(screen.getByText('/ 3 ページ')).toBeVisible()
})

test('a page is turned and keeps the size', async () => {
  const change = vi.fn()
  const screen = await show(<Pager total={120} page={2} size={50} onChange={change} />)
  await screen.getByRole('button', { name: '次のページ' }).click()
  expect(change).toHaveBeenLastCalledWith({ page: 3, size: 50 })
})

test('another size begins at page 1', async () => {
  const change = vi.fn()
  const screen = await show(<Pager total={1200} page={7} size={50} onChange={change} />)
  await screen.getByRole('combobox', { name: '1ページの件数' }).selectOptions('300 件')
  expect(change).toHaveBeenLastCalledWith({ page: 1, size: 300 })
  await screen.getByRole('combobox', { name: '1ページの件数' }).selectOptions('全て')
  expect(change).toHaveBeenLastCalledWith({ page: 1, size: 'all' })
})

test('a typed page is gone to, and a page beyond the end is the last one', async () => {
  const change = vi.fn()
  const screen = await show(<Pager total={1200} page={7} size={50} onChange={change} />)
  await type(screen.getByRole('textbox', { name: '移動先のページ（全 24 ページ）' }), '99')
  await userEvent.keyboard('{Enter}')
  expect(change).toHaveBeenLastCalledWith({ page: 24, size: 50 })
})

test('a list on one page has nothing to turn', async () => {
  const screen = await show(<Pager total={50} page={1} size={50} onChange={vi.fn()} />)
  await expect.element(screen.getByText('ALL 50 ITEMS')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '次のページ' })).not.toBeInTheDocument()
})
