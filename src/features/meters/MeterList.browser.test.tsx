// Covers docs/requirements.md: 97, 98, 99, 100, 102, 142, 457, 499, 586, 621, 860, 862, 957, 958

import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { Account } from '../../../contract/users.ts'
import { decideCapture, saveCapture } from '../../../offline/outbox.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { photograph, resetPhone } from '../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aCategory, aMeter } from '../../../tests/support/responses/meters.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { costBearersQuery } from '../../lib/queries/costBearers.ts'
import { groupsQuery } from '../../lib/queries/groups.ts'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { planUsageQuery } from '../../lib/queries/plans.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { MeterList } from './MeterList.tsx'
import type { MeterSearch } from './search.ts'
import type { SettingDialogs } from './settingDialogs.ts'

beforeEach(async () => {
  localStorage.clear()
  await resetPhone()
})

const times = { created_at: '2026-11-01T09:00:00+09:00', updated_at: '2026-11-01T09:00:00+09:00' }

const dialogs: SettingDialogs = { renderAssist: () => null, renderArea: () => null }

function Screen() {
  const [search, setSearch] = useState<MeterSearch>({})
  return <MeterList dialogs={dialogs} search={search} onSearch={setSearch} />
}

/** Two meters that differ in everything, in a window of this width. */
async function open(width: number, account: Partial<Account> = {}, usage: number | null = null) {
  await page.viewport(width, 900)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount(account))
  client.setQueryData(metersQuery.queryKey, [
    aMeter({
      id: 1,
      name: '受水槽 水位',
      place_note: '屋上 北側',
      last_reading: {
        id: 7,
        value: 0.42,
        created_at: '2026-11-03T09:00:00+09:00',
        is_abnormal: false,
        is_unsure: true,
        read_state: 1,
        thumbnail: null,
      },
      updated_at: '2026-11-03T09:00:00+09:00',
    }),
    aMeter({
      id: 2,
      name: '電力量計',
      device: null,
      meter_category_id: 4,
      is_cumulative: true,
      meter_group_id: 5,
      inspection_id: 8,
      updated_at: '2026-11-02T09:00:00+09:00',
    }),
  ])
  if (usage !== null) {
    client.setQueryData(planUsageQuery.queryKey, {
      plan: { name: 'Basic', type: 1, allow_devices: true },
      limits: [{ name: 'ai_boost', used: usage, limit: 100, free: 30 }],
    })
  }
  client.setQueryData(unitsQuery.queryKey, [{ id: 1, name: 'MPa', status: 0 }])
  client.setQueryData(categoriesQuery.queryKey, [
    aCategory({ id: 1, type: 0, name: '円形アナログ' }),
    aCategory({ id: 4, type: 3, name: 'カウンター' }),
  ])
  client.setQueryData(groupsQuery.queryKey, [
    { id: 5, name: '給水設備', description: '', organization_id: 1, ...times },
  ])
  client.setQueryData(costBearersQuery.queryKey, [])
  client.setQueryData(inspectionsQuery.queryKey, [
    { id: 8, name: '朝の巡回', contact: '', organization_id: 1, ...times },
  ])
  return showRouted(client, <Screen />, ['/meters/$id', '/data'])
}

/** What lies beyond the edge of the test's own window. */
const press = (option: Locator) => option.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))

const narrowed = [
  ['メーター種別', 'カウンター'],
  ['メーターグループ', '給水設備'],
  ['点検グループ', '朝の巡回'],
] as const

test('category, meter group and inspection group are filtered by a choice in their heads', async () => {
  const screen = await open(1440)
  for (const [title, option] of narrowed) {
    await screen.getByRole('button', { name: `${title}を絞り込み` }).click()
    await expect.element(screen.getByPlaceholder(title)).toBeInTheDocument()
    press(screen.getByPlaceholder(title))
    await expect.element(screen.getByRole('option', { name: option })).toBeInTheDocument()
    press(screen.getByRole('option', { name: option }))
    await expect.element(screen.getByText('ALL 1 ITEMS')).toBeVisible()
    await expect.element(screen.getByRole('row').nth(1)).toMatchTextContent(/電力量計/)
    await screen.getByRole('button', { name: '条件をクリア' }).click()
    await expect.element(screen.getByText('ALL 2 ITEMS')).toBeVisible()
  }
})

test('the table names each meter’s columns, leads to its graph, and is sorted and searched', async () => {
  const screen = await open(1440)
  const first = screen.getByRole('row').nth(1)
  const titles = () => [...screen.container.querySelectorAll('th')].map(({ textContent }) => textContent)
  await expect
    .poll(titles)
    .toEqual([
      'メーター名昇順',
      '測定端末',
      '最新の測定値',
      '単位',
      'メーター種別',
      '積算',
      'メーターグループ',
      '点検グループ',
      '更新日時並べ替え',
      '操作',
    ])
  const cumulative = () =>
    [...screen.container.querySelectorAll('tbody tr')].map((row) => row.children[5]?.textContent)
  await expect.poll(cumulative).toEqual(['', 'する'])
  await expect
    .element(screen.getByRole('link', { name: '受水槽 水位のグラフ' }))
    .toHaveAttribute('href', '/data?meter=1')
  await expect.element(first).toMatchTextContent(/受水槽 水位.*要確認.*0\.42/)
  await screen.getByRole('button', { name: 'メーター名 昇順' }).click()
  await expect.element(first).toMatchTextContent(/電力量計/)
  await type(screen.getByRole('searchbox', { name: 'メーターを検索' }), '水位')
  await expect.element(screen.getByText('ALL 1 ITEMS')).toBeVisible()
  await screen.getByRole('button', { name: '条件をクリア' }).click()
  await expect.element(screen.getByText('ALL 2 ITEMS')).toBeVisible()
  await screen.getByRole('button', { name: 'メーター名を絞り込み' }).click()
  await type(screen.getByRole('textbox', { name: 'メーター名を検索' }), '電力')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('ALL 1 ITEMS')).toBeVisible()
  await screen.getByRole('button', { name: /^メーター名を絞り込み/ }).click()
  const reset = screen.getByRole('button', { name: 'リセット' })
  await expect.element(reset).toBeInTheDocument()
  press(reset)
  await expect.element(screen.getByText('ALL 2 ITEMS')).toBeVisible()
})

test.each([
  [820, true],
  [390, true],
  [1440, false],
])('one chosen meter is copied from the bar of 選択: %d px', async (width, isOnlyThere) => {
  const screen = await open(width)
  await expect.element(screen.getByText('電力量計')).toBeVisible()
  expect(screen.getByRole('button', { name: '電力量計を複製' }).elements().length === 0).toBe(isOnlyThere)
  await screen.getByRole('button', { name: '選択', exact: true }).click()
  await screen.getByRole('checkbox', { name: '受水槽 水位を選択' }).click()
  await screen.getByRole('checkbox', { name: '電力量計を選択' }).click()
  await expect.element(screen.getByText('2件を選択中')).toBeVisible()
  expect(screen.getByRole('button', { name: '複製', exact: true }).elements()).toEqual([])
  await screen.getByRole('checkbox', { name: '受水槽 水位を選択' }).click()
  await screen.getByRole('button', { name: '複製', exact: true }).click()
  await expect.element(screen.getByRole('dialog', { name: 'メーターの複製' })).toBeVisible()
})

test('a meter is copied from its row, and what the list shows has labels', async () => {
  const screen = await open(1440)
  await type(screen.getByRole('searchbox', { name: 'メーターを検索' }), '電力')
  await expect
    .element(screen.getByRole('link', { name: 'QRラベル' }))
    .toHaveAttribute('href', `/meters/labels?text=${encodeURIComponent('電力')}`)
  await screen.getByRole('button', { name: '電力量計を複製' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'メーターの複製' })).toBeVisible()
  await expect
    .element(screen.getByRole('textbox', { name: 'メーター名', exact: true }))
    .toHaveValue('電力量計')
})

test('below 1200 px their columns are hidden, and a meter without a device says 未設置', async () => {
  const screen = await open(1199)
  await expect.element(screen.getByRole('row').nth(2)).toMatchTextContent(/電力量計.*未設置/)
  for (const [title] of narrowed)
    await expect.element(screen.getByRole('columnheader', { name: title })).not.toBeInTheDocument()
})

test('on a phone the cards are searched and sorted', async () => {
  const screen = await open(390)
  const cards = screen.getByRole('list', { name: 'メーター一覧' }).getByRole('article')
  await expect.element(cards.first()).toMatchTextContent(/受水槽/)
  await screen.getByRole('combobox', { name: '並べ替え' }).selectOptions('更新日時 古い順')
  await expect.element(cards.first()).toMatchTextContent(/電力量計/)
  await type(screen.getByRole('searchbox', { name: 'メーターを検索' }), '水位')
  await expect.element(screen.getByText('ALL 1 ITEMS')).toBeVisible()
  await expect.element(cards).toMatchTextContent(/受水槽/)
})

test('a meter is found by its place note, which its card shows', async () => {
  const screen = await open(390)
  const cards = screen.getByRole('list', { name: 'メーター一覧' }).getByRole('article')
  await expect.poll(() => cards.elements().length).toBe(2)
  await type(screen.getByRole('searchbox', { name: 'メーターを検索' }), '北側')
  await expect.element(cards).toMatchTextContent(/受水槽 水位.*屋上 北側/)
})

test('administrators are told that AI boost nears its limit, and when it is reached', async () => {
  const { organization } = anAccount()
  const account = {
    role: 1,
    ai_boost_model: true,
    organization: { ...organization, use_ai_boost: true },
  } as const
  const near = await open(390, account, 80)
  await expect
    .element(near.getByRole('status').getByText(/1か月100回.*80回.*無料分30回.*近づいて/))
    .toBeVisible()
  await near.unmount()
  const reached = await open(390, account, 100)
  await expect.element(reached.getByText(/今月はこれ以上.*システム管理者/)).toBeVisible()
  await reached.unmount()
  const general = await open(390, { ...account, role: 0 }, 100)
  await expect.element(general.getByText('電力量計')).toBeVisible()
  expect(general.getByText(/AIブーストの上限/).elements()).toEqual([])
})

for (const width of [390, 1440])
  test(`a value that only this phone has is the meter’s latest, marked 未送信 (${width} px)`, async () => {
    const { id: userId, organization } = anAccount()
    const owner = { userId, organizationId: organization.id }
    const given = await saveCapture(photograph(owner, { meterId: 1 }))
    await decideCapture(given.id, { value: 0.57, valueSource: 'accepted' })
    const left = await saveCapture(photograph(owner, { meterId: 2 }))
    await decideCapture(left.id, null)
    const screen = await open(width)
    const row = (name: string) => screen.getByRole(width < 768 ? 'article' : 'row').filter({ hasText: name })
    await expect.element(row('受水槽 水位')).toMatchTextContent(/0\.57.*未送信/)
    await expect.element(row('電力量計')).toMatchTextContent(/読取待ち.*未送信/)
  })
