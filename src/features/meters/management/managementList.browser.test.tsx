// Covers docs/requirements.md: 735, 736, 738, 944

import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Meter } from '../../../../contract/meters.ts'
import { savedFiles } from '../../../../tests/support/components/savedFiles.ts'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { type } from '../../../../tests/support/components/typeInPage.ts'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { categoriesQuery } from '../../../lib/queries/categories.ts'
import { costBearersQuery } from '../../../lib/queries/costBearers.ts'
import { groupsQuery } from '../../../lib/queries/groups.ts'
import { inspectionsQuery } from '../../../lib/queries/inspections.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { unitsQuery } from '../../../lib/queries/units.ts'
import { MeterList } from '../MeterList.tsx'
import { type MeterSearch, meterSearch } from '../search.ts'
import type { SettingDialogs } from '../settingDialogs.ts'

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

const now = Date.now()
const dayIn = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10)

const managed = [
  aMeter({
    id: 1,
    name: '受電',
    code: 'E-10',
    allocation_method: 'usage',
    verification_expires_on: dayIn(400),
  }),
  aMeter({
    id: 2,
    name: '動力盤',
    code: 'E-9',
    parent_meter_id: 1,
    cost_bearer_id: 5,
    allocation_method: 'shares',
    customer_number: '0120-3',
    verification_expires_on: dayIn(30),
    is_cumulative: true,
    rounding: 'integer',
  }),
  aMeter({ id: 3, name: '電灯盤', parent_meter_id: 1, verification_expires_on: dayIn(-400) }),
]

const dialogs: SettingDialogs = { renderAssist: () => null, renderArea: () => null }

function Screen({ initial }: { initial: MeterSearch }) {
  const [search, setSearch] = useState(initial)
  return <MeterList dialogs={dialogs} search={search} onSearch={setSearch} />
}

async function open(meters: Meter[] = managed, initial: MeterSearch = {}, width = 1440) {
  await page.viewport(width, 600)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, meters)
  client.setQueryData(unitsQuery.queryKey, [{ id: 1, name: 'kWh', status: 0 }])
  client.setQueryData(categoriesQuery.queryKey, [])
  client.setQueryData(groupsQuery.queryKey, [])
  client.setQueryData(inspectionsQuery.queryKey, [])
  client.setQueryData(costBearersQuery.queryKey, [{ id: 5, name: '1階 店舗', status: 0 }])
  const screen = await showRouted(client, <Screen initial={initial} />, ['/meters', '/meters/$id'])
  await expect
    .element(screen.getByRole(width < 768 ? 'article' : 'row').nth(width < 768 ? 0 : 1))
    .toBeInTheDocument()
  const names = () =>
    [...screen.container.querySelectorAll('tbody tr')].map((row) => row.children[0]?.textContent)
  const titles = () =>
    [...screen.container.querySelectorAll('th')].map(({ textContent }) => textContent ?? '').join()
  return { screen, names, titles }
}

test('meters are sorted by what the office manages, and found by code, customer, parent and cost bearer', async () => {
  const byCode = await open(managed, { sort: 'code' })
  await expect.poll(byCode.names).toEqual(['電灯盤', '動力盤', '受電'])
  const search = byCode.screen.getByRole('searchbox', { name: 'メーターを検索' })
  for (const typed of ['ｅ－９', '０１２０－３', '1階', '受電 店舗']) {
    await type(search, typed)
    await expect.poll(byCode.names).toEqual(['動力盤'])
  }
  await byCode.screen.unmount()
  const byDay = await open(managed, { sort: 'verification' })
  await expect.poll(byDay.names).toEqual(['電灯盤', '動力盤', '受電'])
  await byDay.screen.unmount()
  const byAllocation = await open(managed, meterSearch.parse({ sort: 'allocation' }))
  await expect.poll(() => byAllocation.names()[0]).toBe('電灯盤')
  await byAllocation.screen.unmount()
  const byRounding = await open(managed, meterSearch.parse({ sort: 'rounding', order: 'desc' }))
  await expect.poll(byRounding.names).toEqual(['動力盤', '受電', '電灯盤'])
  await byRounding.screen.unmount()
  const ofBearer = await open(managed, { bearers: [5] })
  await expect.poll(ofBearer.names).toEqual(['動力盤'])
})

test('columns that no meter of the organization needs are left out', async () => {
  const all = await open()
  await expect
    .poll(all.titles)
    .toMatch(/管理番号.*親メーター.*按分.*負担先.*お客様番号.*検定有効期限.*指針の丸め/)
  await all.screen.unmount()
  const none = await open([aMeter()])
  await expect
    .poll(none.titles)
    .not.toMatch(/管理番号|親メーター|按分|負担先|お客様番号|検定有効期限|指針の丸め/)
})

test('verifications that have ended or end within 60 days are counted, and the count leads to exactly those', async () => {
  const all = await open()
  const link = all.screen.getByRole('link', { name: '2件' })
  await expect.element(link).toHaveAttribute('href', '/meters?verification=%5B1%2C2%5D&sort=verification')
  await expect
    .element(all.screen.getByText(/^検定有効期限が切れたか、60日以内に切れるメーターが/))
    .toBeVisible()
  await all.screen.unmount()
  const found = await open(managed, { verification: [1, 2], sort: 'verification' })
  await expect.poll(found.names).toEqual(['電灯盤', '動力盤'])
  await expect.element(found.screen.getByRole('row').nth(1)).toMatchTextContent(/期限切れ/)
  await expect.element(found.screen.getByRole('row').nth(2)).toMatchTextContent(/60日以内/)
  await found.screen.unmount()
  const none = await open([aMeter({ verification_expires_on: dayIn(400) })])
  await expect.element(none.screen.getByText(/のメーターが/)).not.toBeInTheDocument()
})

test('on a phone the cards of these meters say when their verification ends', async () => {
  const { screen } = await open(managed, {}, 390)
  const card = (name: string) => screen.getByRole('article', { name })
  const ending = (days: number, word: string) => new RegExp(`検定有効期限 ?${dayIn(days)} ?${word}`)
  await expect.element(card('電灯盤')).toMatchTextContent(ending(-400, '期限切れ'))
  await expect.element(card('動力盤')).toMatchTextContent(ending(30, '60日以内'))
  await expect.element(card('受電')).not.toMatchTextContent(/検定有効期限/)
})

test('the CSV has what is found, with every column of management', async () => {
  const files = savedFiles()
  const { screen } = await open(managed, { bearers: [5] })
  await screen.getByRole('button', { name: 'CSVダウンロード' }).click()
  await expect.element(screen.getByText('1行のCSVを保存しました')).toBeVisible()
  const [head, row] = (await files[0]?.blob.text())?.trim().split('\r\n') ?? []
  expect(head).toBe(
    'メーター名,管理番号,測定端末,単位,メーター種別,積算,メーターグループ,点検グループ,親メーター,按分,負担先,お客様番号,検定有効期限,指針の丸め,更新日時',
  )
  expect(row).toMatch(
    new RegExp(`^動力盤,E-9,屋上カメラ,kWh,,,,,受電,固定の割合,1階 店舗,0120-3,${dayIn(30)},整数に切り捨て,`),
  )
})
