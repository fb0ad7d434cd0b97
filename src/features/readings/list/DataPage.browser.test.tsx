// Covers docs/requirements.md: 81, 83, 94, 613, 859

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer } from '../../../../tests/support/components/lists.tsx'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { aReading } from '../../../../tests/support/responses/readings.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { readingKeys } from '../../../lib/queries/readings.ts'
import { DataPage } from './DataPage.tsx'
import { type DataSearch, noFilters } from './search.ts'

afterEach(() => vi.restoreAllMocks())

const newest = Date.parse('2026-11-20T12:00:00Z')
/** Newest first, identified by value. */
const readings = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const id = count - index
    return aReading({ id, value: id, created_at: new Date(newest + id * 60_000).toISOString() })
  })

/** The unpaged list on a server with new readings. */
async function openList() {
  await page.viewport(1440, 900)
  let all = readings(450)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(new Request(input, init).url)
    const { pathname } = url
    if (pathname.endsWith('/meters')) return Response.json({ success: true, data: [aMeter()], count: 1 })
    if (!pathname.endsWith('/meters-values')) return Response.json({ success: true, data: [], count: 0 })
    return Response.json({ success: true, ...answer(all, url) })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const nothing = () => undefined
  const screen = await showRouted(
    client,
    <DataPage
      search={{ meter: 3, tab: 'list', limit: 'all' }}
      onSearch={nothing}
      onFilters={nothing}
      onOpen={nothing}
      detail={nothing}
    />,
  )
  const reading = (id: number) => screen.getByText(`${id}.00`, { exact: true })
  await expect.element(reading(450)).toBeVisible()
  const scrolled = () => document.querySelector('table')?.closest('.mantine-ScrollArea-viewport')
  const scrollTo = async (id: number, offset: number) => {
    const seen = () => {
      scrolled()?.scrollTo(0, offset)
      return reading(id).query()
    }
    await expect.poll(seen).not.toBeNull()
  }
  const comeTo = (count: number) => {
    all = readings(count)
  }
  return { client, screen, reading, scrolled, scrollTo, comeTo }
}

test('at the top of a list that somebody has scrolled データ更新 shows at once what has come', async () => {
  const { screen, reading, scrollTo, comeTo } = await openList()
  await scrollTo(1, 450 * 100)
  await scrollTo(450, 0)
  comeTo(452)
  await screen.getByRole('button', { name: /^データ更新/ }).click()
  await expect.element(reading(452)).toBeVisible()
})

test('far down in a table 表示 leads to what has come, at its top', async () => {
  const { client, screen, reading, scrolled, scrollTo, comeTo } = await openList()
  await scrollTo(1, 450 * 100)
  // What is asked for behind the rows is answered by what there is now.
  await expect.poll(() => client.isFetching()).toBe(0)
  comeTo(452)
  await client.invalidateQueries({ queryKey: readingKeys.newer })
  await screen.getByRole('button', { name: '表示', exact: true }).click()
  await expect.element(reading(452)).toBeVisible()
  await expect.poll(() => scrolled()?.scrollTop).toBe(0)
})

test('on a phone the sign of a list says that it is searched or sorted, also while that is hidden', async () => {
  await page.viewport(390, 844)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ success: true, data: [], count: 0 }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const nothing = () => undefined
  const list = (search: DataSearch) =>
    showRouted(
      client,
      <DataPage
        search={{ tab: 'list', ...search }}
        onSearch={nothing}
        onFilters={nothing}
        onOpen={nothing}
        detail={nothing}
      />,
    )
  const narrowed = await list({ meter: 3, text: 'ポンプ' })
  const sign = narrowed.getByRole('button', { name: '一覧の検索と並べ替え（適用中）' })
  await sign.click()
  await expect.element(sign).toHaveAttribute('aria-expanded', 'false')
  await narrowed.unmount()
  const whole = await list({ meter: 3 })
  await expect.element(whole.getByRole('button', { name: '一覧の検索と並べ替え', exact: true })).toBeEnabled()
  await whole.unmount()
  const empty = await list({})
  await expect.element(empty.getByRole('button', { name: '一覧の検索と並べ替え' })).toBeDisabled()
})

test('データ検索 has the same sign on a phone as on a desktop, and no other action has it', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ success: true, data: [], count: 0 }),
  )
  const client = new QueryClient()
  client.setQueryData(accountQuery.queryKey, anAccount())
  const nothing = () => undefined
  const screen = await showRouted(
    client,
    <DataPage
      search={{ meter: 3, tab: 'list' }}
      onSearch={nothing}
      onFilters={nothing}
      onOpen={nothing}
      detail={nothing}
    />,
  )
  const signOf = async (name: string | RegExp) => {
    const button = screen.getByRole('button', { name })
    await expect.element(button).toBeVisible()
    return button.element().querySelector('svg')?.innerHTML
  }
  await page.viewport(1440, 900)
  const desktop = await signOf('データ検索')
  await page.viewport(390, 844)
  const within = await signOf(/^一覧の検索と並べ替え/)
  expect(await signOf('データ検索')).toBe(desktop)
  expect(within).not.toBe(desktop)
})

test('the heads of unit, meter group and inspection group filter the list', async () => {
  await page.viewport(1440, 900)
  const times = { created_at: '2026-11-01T09:00:00+09:00', updated_at: '2026-11-01T09:00:00+09:00' }
  const answers: Record<string, object[]> = {
    meters: [aMeter()],
    'meters-values': [aReading()],
    'meters-units': [{ id: 2, name: 'kPa', status: 0 }],
    'meters-groups': [{ id: 5, name: '給水設備', description: '', organization_id: 1, ...times }],
    inspections: [{ id: 8, name: '朝の巡回', contact: '', organization_id: 1, ...times }],
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const name = new URL(new Request(input, init).url).pathname.split('/').at(-1) ?? ''
    const data = answers[name] ?? []
    return Response.json({ success: true, data, count: data.length })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const nothing = () => undefined
  const onFilters = vi.fn()
  const screen = await showRouted(
    client,
    <DataPage
      search={{ meter: 3, tab: 'list' }}
      onSearch={nothing}
      onFilters={onFilters}
      onOpen={nothing}
      detail={nothing}
    />,
  )
  for (const [title, option, chosen] of [
    ['単位', 'kPa', { units: [2] }],
    ['メーターグループ', '給水設備', { groups: [5] }],
    ['点検グループ', '朝の巡回', { inspections: [8] }],
  ] as const) {
    await screen.getByRole('button', { name: `${title}を絞り込み` }).click()
    await screen.getByPlaceholder(title).click()
    await screen.getByRole('option', { name: option }).click()
    await expect.poll(() => onFilters.mock.lastCall?.[0]).toMatchObject({ meters: [3], ...chosen })
    await userEvent.keyboard('{Escape}')
  }
})

test('the CSV has what criteria and search select', async () => {
  await page.viewport(1440, 900)
  const exports: URL[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(new Request(input, init).url)
    if (!url.pathname.endsWith('/export')) return Response.json({ success: true, data: [], count: 0 })
    exports.push(url)
    return new Response('名前\r\nポンプ\r\n', { headers: { 'row-count': '1', 'content-type': 'text/csv' } })
  })
  Reflect.deleteProperty(globalThis, 'showSaveFilePicker')
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const nothing = () => undefined
  const screen = await showRouted(
    client,
    <DataPage
      search={{ meters: [3, 5], tab: 'list', text: 'ポンプ', from: '2026-11-01' }}
      onSearch={nothing}
      onFilters={nothing}
      onOpen={nothing}
      detail={nothing}
    />,
  )
  await screen.getByRole('button', { name: 'CSV' }).click()
  await expect.element(screen.getByText('1行のCSVを保存しました')).toBeVisible()
  expect(save).toHaveBeenCalledOnce()
  expect(exports.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
    { meter_ids: '3,5', text: 'ポンプ', recorded_span: '2026-11-01>', sort_type: 'desc' },
  ])
})

test('what waits is listed and exported, and neither the graph nor a removed criterion keeps it', async () => {
  await page.viewport(1440, 900)
  const asked: URL[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(new Request(input, init).url)
    if (url.pathname.includes('/meters-values')) asked.push(url)
    if (!url.pathname.endsWith('/export')) return Response.json({ success: true, data: [], count: 0 })
    return new Response('名前\r\n', { headers: { 'row-count': '0', 'content-type': 'text/csv' } })
  })
  Reflect.deleteProperty(globalThis, 'showSaveFilePicker')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const nothing = () => undefined
  const [onSearch, onFilters] = [vi.fn(), vi.fn()]
  const screen = await showRouted(
    client,
    <DataPage
      search={{ waiting: 'time', tab: 'list' }}
      onSearch={onSearch}
      onFilters={onFilters}
      onOpen={nothing}
      detail={nothing}
    />,
  )
  await expect.poll(() => asked[0]?.searchParams.get('waiting_for')).toBe('time')
  await screen.getByRole('button', { name: 'CSV' }).click()
  await expect.element(screen.getByText('0行のCSVを保存しました')).toBeVisible()
  const exported = asked.find(({ pathname }) => pathname.endsWith('/export'))
  expect(exported?.searchParams.get('waiting_for')).toBe('time')
  await screen.getByRole('button', { name: '時刻不明を外す' }).click()
  expect(onFilters).toHaveBeenCalledWith(noFilters)
  await screen.getByRole('tab', { name: 'データグラフ' }).click()
  expect(onSearch).toHaveBeenCalledWith({ tab: undefined, waiting: undefined, page: undefined })
})

test('the number of readings of an unconfirmed time leads to their list', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(new Request(input, init).url)
    const series = { meter_id: 3, count: 0, unconfirmed_times: 2, points: [], latest: null }
    const data = pathname.endsWith('/meters')
      ? [aMeter({ id: 3 })]
      : pathname.endsWith('/series')
        ? [series]
        : []
    return Response.json({ success: true, data, count: data.length })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const nothing = () => undefined
  const onFilters = vi.fn()
  const screen = await showRouted(
    client,
    <DataPage
      search={{ meters: [3] }}
      onSearch={nothing}
      onFilters={onFilters}
      onOpen={nothing}
      detail={nothing}
    />,
  )
  await screen.getByRole('button', { name: '時刻不明の一覧' }).click()
  expect(onFilters).toHaveBeenCalledWith({ ...noFilters, meters: [3], waiting: 'time' })
})

test('データを追加 leads to the values of a group', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ success: true, data: [], count: 0 }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const nothing = () => undefined
  const content = (
    <DataPage search={{}} onSearch={nothing} onFilters={nothing} onOpen={nothing} detail={nothing} />
  )
  const screen = await showRouted(client, content, ['/entry'])
  await screen.getByRole('button', { name: 'データを追加' }).click()
  await expect
    .element(screen.getByRole('link', { name: 'グループごとにまとめて入力' }))
    .toHaveAttribute('href', '/entry')
})
