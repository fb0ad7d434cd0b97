// Covers docs/requirements.md: 869

import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { MenuDrawer } from './MenuDrawer.tsx'

/** Of a phone's width, that notifications leave free beside them (`global.css`). */
const free = 72

test('on a phone the menu’s close button is where notifications leave room', async () => {
  await page.viewport(390, 844)
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const screen = await showRouted(
    client,
    <MenuDrawer opened onClose={() => undefined} onSearch={() => undefined} />,
  )
  const close = screen.getByRole('dialog').getByRole('button', { name: '閉じる' })
  await expect.element(close).toBeInViewport({ ratio: 1 })
  expect(close.element().getBoundingClientRect().left).toBeGreaterThanOrEqual(390 - free)
})

test('on a phone the menu has the search, and closes for it', async () => {
  await page.viewport(390, 844)
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const [close, search] = [vi.fn(), vi.fn()]
  const screen = await showRouted(client, <MenuDrawer opened onClose={close} onSearch={search} />)
  await screen.getByRole('dialog').getByRole('button', { name: '検索' }).click()
  expect(close).toHaveBeenCalledOnce()
  expect(search).toHaveBeenCalledOnce()
})
