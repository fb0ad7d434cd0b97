// Covers docs/requirements.md: 133, 592, 594, 608, 637, 1037, 1045

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Alert } from '../../../contract/alerts.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { anAlert, aRuleAlert } from '../../../tests/support/responses/alert.ts'
import { aDevice } from '../../../tests/support/responses/devices.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { occurringAlertsQuery } from '../../lib/queries/alerts.ts'
import { devicesQuery } from '../../lib/queries/devices.ts'
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

const occurring = (
  <AlertList
    search={{ tab: 'occurring' }}
    onSearch={() => undefined}
    onOpen={() => undefined}
    onConfirm={() => undefined}
    detail={() => null}
  />
)

/** A console whose requests are answered once it has loaded. */
function loading(alerts: Alert[]) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const at = '2026-11-01T09:00:00+09:00'
  const group = {
    id: 4,
    name: '第二工場',
    description: '',
    organization_id: 1,
    created_at: at,
    updated_at: at,
  }
  const answers: Record<string, object[]> = {
    '/api/v1/meter-alerts': alerts,
    '/api/v1/meters-units': [{ id: 1, name: 'MPa', status: 0 }],
    '/api/v1/meters-groups': [group],
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const data = answers[new URL(new Request(input, init).url).pathname] ?? []
    await promise
    return Response.json({ success: true, data, count: data.length })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  return { client, load: resolve }
}

test('a CSV that is asked for while the list loads has the names of units and groups', async () => {
  await page.viewport(1440, 900)
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) files.push(blob)
    return 'blob:alerts'
  })
  const alert = anAlert()
  const meter = { ...alert.meter_value.meter, meter_group_id: 4 }
  const { client, load } = loading([{ ...alert, meter_value: { ...alert.meter_value, meter } }])
  const screen = await showRouted(client, occurring, ['/meters/$id'])
  const csv = screen.getByRole('button', { name: 'CSV' })
  await expect.element(csv).toBeEnabled()
  await csv.click()
  await expect.element(screen.getByRole('dialog', { name: 'アラートのダウンロード' })).toBeVisible()
  load()
  await expect.poll(() => files.length).toBe(1)
  expect((await files[0]?.text())?.split('\r\n')[1]).toMatch(/^No.3 冷却水圧力,0.95,,MPa,第二工場,0.80,1.00,/)
})

test('there is no CSV of no alerts', async () => {
  const { client, load } = loading([])
  const screen = await showRouted(client, occurring)
  const csv = screen.getByRole('button', { name: 'CSV' })
  await expect.element(csv).toBeEnabled()
  load()
  await expect.element(csv).toBeDisabled()
})

test('the filters are sent, shown as chips, and select the rows of the CSV, of all pages', async () => {
  await page.viewport(1440, 900)
  const asked: URLSearchParams[] = []
  const value = { ...anAlert().meter_value, value: 0.25, corrected_from: 0.95 }
  const confirmed = { is_alert: false, is_alerted: false, confirm_at: anAlert().created_at }
  const assignee = { id: 2, username: '山田 花子', taken_at: '2026-11-18T14:20:00+09:00' }
  const rows = [
    anAlert({
      id: 2,
      ...confirmed,
      confirmed_by: '佐藤',
      comment: '弁を閉めた',
      assignee,
      meter_value: value,
    }),
    aRuleAlert({ id: 1, ...confirmed, confirmed_by: '佐藤' }),
  ]
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname, searchParams } = new URL(new Request(input, init).url)
    if (pathname !== '/api/v1/meter-alerts') return Response.json({ success: true, data: [], count: 0 })
    asked.push(searchParams)
    const [row] = rows.slice(searchParams.get('after') === 'second' ? 1 : 0)
    const next = searchParams.get('after') === 'second' ? undefined : 'second'
    return Response.json({ success: true, data: [row], count: 2, next })
  })
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) files.push(blob)
    return 'blob:alerts'
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const onSearch = vi.fn()
  const search = {
    tab: 'confirmed',
    meters: [3],
    groups: [4],
    from: '2026-11-01',
    confirmedBy: '佐藤',
  } as const
  const screen = await showRouted(
    client,
    <AlertList
      search={{ ...search, meters: [3], groups: [4] }}
      onSearch={onSearch}
      onOpen={() => undefined}
      onConfirm={() => undefined}
      detail={() => null}
    />,
    ['/meters/$id'],
  )
  await expect.element(screen.getByRole('table', { name: 'アラート一覧' })).toBeVisible()
  expect(Object.fromEntries(asked.find((query) => query.get('is_confirm') !== null) ?? [])).toMatchObject({
    meter_ids: '3',
    meter_group_ids: '4',
    created_span: '2026-11-01>',
    confirmed_by: '佐藤',
  })
  await screen.getByRole('button', { name: '発生日 2026-11-01 〜を外す' }).click()
  expect(onSearch.mock.lastCall?.[0]).toMatchObject({
    meters: [3],
    groups: [4],
    confirmedBy: '佐藤',
    from: undefined,
  })
  asked.length = 0
  await screen.getByRole('button', { name: 'CSV' }).click()
  await expect.poll(() => files.length).toBe(1)
  expect(asked.map((query) => [query.get('confirmed_by'), query.get('limit'), query.get('after')])).toEqual([
    ['佐藤', '1000', null],
    ['佐藤', '1000', 'second'],
  ])
  const lines = (await files[0]?.text())?.split('\r\n')
  expect(lines?.[0]).toMatch(
    /^\uFEFF?メーター名,測定値,修正後の値,単位,メーターグループ,異常範囲の下限,異常範囲の上限/,
  )
  expect(lines?.[1]).toBe(
    'No.3 冷却水圧力,0.95,0.25,,,0.80,1.00,,,2026/11/18 14:03:00,2026/11/18 14:03:00,,2026/11/18 14:03:00,佐藤,弁を閉めた,,,,山田 花子,2026/11/18 14:20:00',
  )
  expect(lines?.[2]).toMatch(
    /^No.3 冷却水圧力,0.95,,,,,,.*,佐藤,,警報,冷却水の高圧,冷却水圧力が0.90 MPaを超えたら警報。/,
  )
  expect(lines).toHaveLength(4)
})

test.each([820, 1440])(
  'the author of a confirmation edits its comment from the list, %i px wide',
  async (width) => {
    await page.viewport(width, 900)
    const confirmed = { is_alert: false, is_alerted: false, confirm_at: anAlert().created_at }
    const own = anAlert(
      {
        id: 2,
        ...confirmed,
        confirmed_by: anAccount().username,
        comment: '弁を閉めた',
        comment_edited_at: '2026-11-21T09:00:00+09:00',
      },
      'No.3 冷却水圧力',
    )
    const other = anAlert(
      { id: 1, ...confirmed, confirmed_by: '佐藤', comment: '様子を見る' },
      'No.4 温水圧力',
    )
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const isList = new URL(new Request(input, init).url).pathname === '/api/v1/meter-alerts'
      return Response.json({ success: true, data: isList ? [own, other] : [], count: isList ? 2 : 0 })
    })
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    client.setQueryData(accountQuery.queryKey, anAccount())
    const onEditComment = vi.fn()
    const screen = await showRouted(
      client,
      <AlertList
        search={{ tab: 'confirmed' }}
        onSearch={() => undefined}
        onOpen={() => undefined}
        onConfirm={() => undefined}
        onEditComment={onEditComment}
        detail={() => null}
      />,
      ['/meters/$id'],
    )
    await expect.element(screen.getByText('様子を見る')).toBeVisible()
    await expect.element(screen.getByText(/^編集済み/)).toMatchTextContent(/2026\/11\/21 09:00/)
    await screen.getByRole('button', { name: /のコメントを編集$/ }).click()
    expect(onEditComment.mock.calls).toMatchObject([[{ id: own.id, comment: '弁を閉めた' }]])
  },
)

test('the filters have visible labels, and who confirmed is chosen among the names', async () => {
  await page.viewport(390, 844)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(new Request(input, init).url)
    const people = [
      { id: 11, username: '佐藤 健一' },
      { id: 12, username: '山田 花子' },
    ]
    return Response.json({
      success: true,
      data: pathname.endsWith('/round-assignees') ? people : [],
      count: 0,
    })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const onSearch = vi.fn()
  const screen = await showRouted(
    client,
    <AlertList
      search={{ tab: 'confirmed' }}
      onSearch={onSearch}
      onOpen={() => undefined}
      onConfirm={() => undefined}
      onEditComment={() => undefined}
      detail={() => null}
    />,
  )
  await screen.getByRole('button', { name: '絞り込み' }).click()
  const sheet = screen.getByRole('dialog', { name: '絞り込み' })
  for (const label of ['メーター', 'メーターグループ', '単位', '発生日', '確認者'])
    await expect.element(sheet.getByText(label, { exact: true })).toBeVisible()
  await expect.element(sheet.getByRole('group', { name: '発生日' }).getByText('開始日')).toBeVisible()
  await type(sheet.getByRole('combobox', { name: '確認者' }), '山田')
  await screen.getByRole('option', { name: '山田 花子' }).click()
  expect(screen.getByRole('option', { name: '佐藤 健一' }).elements()).toEqual([])
  await sheet.getByRole('button', { name: '適用' }).click()
  expect(onSearch.mock.lastCall?.[0]).toMatchObject({ tab: 'confirmed', confirmedBy: '山田 花子' })
})

test.each(['occurring', 'past'] as const)(
  'the meters’ alerts that occur have a heading below devices in trouble: %s',
  async (tab) => {
    await page.viewport(1440, 900)
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const { pathname } = new URL(new Request(input, init).url)
      const isOfAlerts = pathname === '/api/v1/meter-alerts'
      const data = isOfAlerts ? [anAlert()] : pathname === '/api/v1/devices' ? [aDevice({ status: 5 })] : []
      return Response.json({ success: true, data, count: data.length })
    })
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
    client.setQueryData(accountQuery.queryKey, anAccount())
    client.setQueryData(devicesQuery.queryKey, [aDevice({ status: 5 })])
    client.setQueryData(occurringAlertsQuery.queryKey, { alerts: [anAlert()], count: 1 })
    const screen = await showRouted(
      client,
      <AlertList
        search={{ tab }}
        onSearch={() => undefined}
        onOpen={() => undefined}
        onConfirm={() => undefined}
        onEditComment={() => undefined}
        detail={() => null}
      />,
      ['/meters/$id'],
    )
    await expect.element(screen.getByRole('table', { name: 'アラート一覧' })).toBeVisible()
    const heading = screen.getByRole('heading', { name: 'メーターのアラート 1件' })
    if (tab === 'past') return expect(heading.elements()).toEqual([])
    await expect.element(heading).toHaveStyle({ marginTop: '20px' })
  },
)
