// Covers docs/requirements.md: 100, 126, 128, 129, 130, 580, 859, 916, 1022, 1080, 1081

import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Maintenance } from '../../../contract/alert-rules/maintenances.ts'
import { dialogHasFocus } from '../../../tests/support/components/dialogHasFocus.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aMaintenance } from '../../../tests/support/responses/maintenances.ts'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { aRound, aStop } from '../../../tests/support/responses/rounds.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { maintenancesQuery } from '../../lib/queries/alert-rules/maintenances.ts'
import { groupsQuery } from '../../lib/queries/groups.ts'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { roundsQuery } from '../../lib/queries/rounds.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { GroupsScreen } from './GroupsScreen.tsx'
import type { GroupSearch } from './search.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

function Screen({ first }: { first: GroupSearch }) {
  const [search, setSearch] = useState(first)
  return <GroupsScreen search={search} onSearch={setSearch} />
}

const later = { created_at: '2026-11-02T09:00:00+09:00', updated_at: '2026-11-02T09:00:00+09:00' }
const sooner = { created_at: '2026-11-01T09:00:00+09:00', updated_at: '2026-11-01T09:00:00+09:00' }

/** Two groups of each kind; the later one has the meters. */
function open(first: GroupSearch = {}, role: 0 | 1 = 0) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ role }))
  const rows = [
    { id: 5, name: '給水設備', description: '受水槽とポンプ', organization_id: 1, ...sooner },
    { id: 6, name: '空調設備', description: '冷凍機', organization_id: 1, ...later },
  ]
  client.setQueryData(groupsQuery.queryKey, rows)
  client.setQueryData(
    inspectionsQuery.queryKey,
    rows.map((row) => ({ ...row, contact: row.id === 6 ? '設備課の佐藤' : '' })),
  )
  client.setQueryData(metersQuery.queryKey, [
    aMeter({ id: 1, inspection_id: 6, meter_group_id: 6 }),
    aMeter({ id: 2, inspection_id: 6, meter_group_id: null }),
  ])
  client.setQueryData(maintenancesQuery.queryKey, [])
  client.setQueryData(roundsQuery.queryKey, [
    aRound({ inspection_id: 6, stops: [aStop(1)], assignee: { id: 1, username: '点検 太郎' } }),
  ])
  return showRouted(client, <Screen first={first} />, ['/meters', '/entry', '/rounds/$id'])
}

test.each([
  [
    'inspections',
    '点検グループ',
    '更新日時',
    /空調設備メーター 2件測定値 まとめて入力点検ルート 1件担当者 点検 太郎連絡先 設備課の佐藤/,
    ['/meters?inspections=%5B6%5D', '/entry?inspection=6', '/rounds/6'],
  ],
  [
    'groups',
    'メーターグループ',
    '作成日時',
    /空調設備メーター 1件測定値 まとめて入力冷凍機/,
    ['/meters?groups=%5B6%5D', '/entry?group=6'],
  ],
])(
  'on a phone the cards of %s name their meters, are searched and sorted',
  async (tab, label, time, facts, ways) => {
    await page.viewport(390, 844)
    localStorage.setItem('groupsTab', JSON.stringify(tab))
    const screen = await open()
    const cards = screen.getByRole('list', { name: label, exact: true }).getByRole('article')
    const order = screen.getByRole('combobox', { name: '並べ替え' })
    await order.selectOptions(`${time} 古い順`)
    await expect.element(cards.first()).toMatchTextContent(/給水設備/)
    await order.selectOptions(`${time} 新しい順`)
    await expect.element(cards.first()).toMatchTextContent(facts)
    const links = cards.first().getByRole('link')
    expect(links.elements().map((link) => link.getAttribute('href'))).toEqual(ways)
    await expect.element(links.nth(1)).toHaveAccessibleName('空調設備の測定値をまとめて入力')
    await type(screen.getByRole('searchbox', { name: 'グループ名を検索' }), '給水')
    await expect.element(screen.getByText('ALL 1 ITEMS')).toBeVisible()
    await expect.element(cards).toMatchTextContent(/給水設備/)
  },
)

test('the chosen tab is remembered, and what is searched for in a column is marked', async () => {
  await page.viewport(1440, 900)
  const first = await open()
  await first.getByRole('tab', { name: 'メーターグループ' }).click()
  await expect.element(first.getByRole('button', { name: '説明を絞り込み' })).toBeVisible()
  const link = first.getByRole('link', { name: '取り込み' })
  await expect.element(link).toHaveAttribute('href', '/import?noun=groups')
  await expect.element(first.getByRole('button', { name: 'CSVダウンロード' })).toBeEnabled()
  await first.unmount()
  const screen = await open()
  await screen.getByRole('button', { name: '説明を絞り込み' }).click()
  await type(screen.getByRole('textbox', { name: '説明を検索' }), 'ポンプ')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('ALL 1 ITEMS')).toBeVisible()
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['ポンプ'])
})

test('a link opens the list that it names, whatever was shown last, until a tab is chosen', async () => {
  await page.viewport(1440, 900)
  localStorage.setItem('groupsTab', JSON.stringify('inspections'))
  const screen = await open({ tab: 'groups' })
  const add = (name: string) => screen.getByRole('button', { name: `${name}を追加` })
  await expect.element(add('メーターグループ')).toBeVisible()
  await screen.getByRole('tab', { name: '点検グループ' }).click()
  await expect.element(add('点検グループ')).toBeVisible()
})

test.each([390, 1440])('an administrator says that people work at a group: %i px', async (width) => {
  await page.viewport(width, 900)
  let maintenances: Maintenance[] = []
  const sent: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const answer = (data: unknown) => Response.json({ success: true, data })
    if (request.method === 'GET') return answer(maintenances)
    sent.push([request.method, new URL(request.url).pathname, await request.json()])
    maintenances = [aMaintenance({ group_name: '空調設備' })]
    return answer(maintenances[0])
  })
  const screen = await open({ tab: 'groups' }, 1)
  await screen.getByRole('button', { name: '空調設備を点検中にする' }).click()
  await dialogHasFocus(/「空調設備」を点検中にする/)
  const dialog = screen.getByRole('dialog')
  await expect
    .element(dialog)
    .toMatchTextContent(/に自動で終わります。.*このグループのメーター 1件のアラート/)
  await dialog.getByRole('button', { name: '点検中にする' }).click()
  await expect.element(screen.getByText('理由を入力してください')).toBeVisible()
  await type(screen.getByRole('textbox', { name: '理由' }), '配管の交換')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText(/^「空調設備」は .* まで点検中です$/)).toBeVisible()
  expect(sent).toEqual([
    ['PUT', '/api/v1/meters-group/6/maintenance', { minutes: 120, reason: '配管の交換' }],
  ])
  await expect
    .element(screen.getByRole('region', { name: '点検中', exact: true }))
    .toMatchTextContent(/空調設備: 点検中（.* まで、配管の交換）/)
  await expect.element(screen.getByRole('button', { name: '空調設備を点検中にする' })).not.toBeInTheDocument()
})

test('other users, and a group without meters, have no such button', async () => {
  await page.viewport(1440, 900)
  const general = await open({ tab: 'groups' })
  await expect.element(general.getByRole('button', { name: '空調設備を編集' })).toBeVisible()
  expect(general.getByRole('button', { name: /点検中にする/ }).elements()).toEqual([])
  await general.unmount()
  const admin = await open({ tab: 'groups' }, 1)
  await expect.element(admin.getByRole('button', { name: '空調設備を点検中にする' })).toBeVisible()
  expect(admin.getByRole('button', { name: '給水設備を点検中にする' }).elements()).toEqual([])
})
