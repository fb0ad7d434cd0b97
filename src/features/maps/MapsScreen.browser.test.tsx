// Covers docs/requirements.md: 405, 407

import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MapArea } from '../../../contract/maps.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { mapAreasQuery, mapsQuery } from '../../lib/queries/maps/maps.ts'
import { MapsScreen } from './MapsScreen.tsx'
import type { MapSearch } from './search.ts'

const areas: MapArea[] = [
  {
    id: 1,
    name: '第一工場',
    description: '本館',
    organization_id: 1,
    created_at: '2026-11-20T09:00:00+09:00',
    updated_at: '2026-11-25T09:00:00+09:00',
  },
  {
    id: 2,
    name: '第二工場',
    description: '別館',
    organization_id: 1,
    created_at: '2026-11-21T09:00:00+09:00',
    updated_at: '2026-11-21T09:00:00+09:00',
  },
]

beforeEach(async () => {
  localStorage.clear()
  await page.viewport(1440, 900)
})

function Screen() {
  const [search, setSearch] = useState<MapSearch>({})
  return <MapsScreen search={search} onSearch={setSearch} />
}

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(mapsQuery.queryKey, [])
  client.setQueryData(mapAreasQuery.queryKey, areas)
  return showRouted(client, <Screen />, ['/maps/$id'])
}

test('maps come first, the last tab is remembered, and each tab adds its own', async () => {
  const first = await open()
  await expect
    .element(first.getByRole('tab', { name: 'マップ', exact: true }))
    .toHaveAttribute('aria-selected', 'true')
  await first.getByRole('button', { name: 'マップを追加' }).click()
  await expect.element(first.getByRole('dialog', { name: 'マップの追加' })).toBeVisible()
  await first.getByRole('button', { name: 'キャンセル' }).click()
  await first.getByRole('tab', { name: 'マップエリア' }).click()
  await first.getByRole('button', { name: 'マップエリアを追加' }).click()
  await expect.element(first.getByRole('dialog', { name: 'マップエリアの追加' })).toBeVisible()
  await first.unmount()
  const second = await open()
  const tab = second.getByRole('tab', { name: 'マップエリア' })
  await expect.element(tab).toHaveAttribute('aria-selected', 'true')
  expect(localStorage.getItem('mapsTab')).toContain('map-areas')
})

test('areas are listed with name, description and the time they were created, by which they are sorted', async () => {
  const screen = await open()
  await screen.getByRole('tab', { name: 'マップエリア' }).click()
  const row = screen.getByRole('row', { name: /第一工場/ })
  await expect.element(row).toMatchTextContent(/第一工場本館.*11\/20 09:00/)
  const order = () =>
    screen
      .getByRole('row', { name: /工場/ })
      .elements()
      .map(({ textContent }) => /第.工場/.exec(textContent)?.[0])
  const sort = screen.getByRole('button', { name: /^作成日時 (?:並べ替え|昇順)/ })
  await sort.click()
  await expect.poll(order).toEqual(['第一工場', '第二工場'])
  await sort.click()
  await expect.poll(order).toEqual(['第二工場', '第一工場'])
})
