import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { anAccount } from '../../../tests/support/account.ts'
import { showRouted } from '../../../tests/support/showRouted.tsx'
import { accountQuery } from '../../lib/queries/account.ts'
import { AlertList } from './AlertList.tsx'

afterEach(() => vi.restoreAllMocks())

test.each([
  ['occurring', 390, '更新日時'],
  ['past', 1199, '終了日時'],
  ['confirmed', 820, '確認日時'],
] as const)('%s alerts are sorted by both times in a window %i px wide', async (tab, width, changed) => {
  await page.viewport(width, 900)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ success: true, data: [], count: 0 }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const onSearch = vi.fn()
  const screen = await showRouted(
    client,
    <AlertList
      search={{ tab }}
      onSearch={onSearch}
      onOpen={() => undefined}
      onConfirm={() => undefined}
      detail={() => null}
    />,
  )
  const order = screen.getByRole('combobox', { name: '並べ替え' })
  for (const [words, sort] of [
    [`${changed} 古い順`, { sort: 'changed', order: 'asc' }],
    ['発生日時 古い順', { sort: 'created', order: 'asc' }],
    [`${changed} 新しい順`, { sort: 'changed', order: 'desc' }],
    ['発生日時 新しい順', { sort: 'created', order: 'desc' }],
  ] as const) {
    await order.selectOptions(words)
    expect(onSearch.mock.lastCall?.[0]).toMatchObject({ tab, ...sort })
  }
})
