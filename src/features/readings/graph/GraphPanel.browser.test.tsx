// Covers docs/requirements.md: 89, 91, 591, 613

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { aReading } from '../../../../tests/support/responses/readings.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { unitsQuery } from '../../../lib/queries/units.ts'
import GraphPanel from './GraphPanel.tsx'

afterEach(() => vi.restoreAllMocks())

test('of more meters than are drawn each has its latest value', async () => {
  const asked: { path: string; ids: number[] }[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname, searchParams } = new URL(new Request(input, init).url)
    const ids = (searchParams.get('meter_ids') ?? '').split(',').map(Number)
    asked.push({ path: pathname.split('/').at(-1) ?? '', ids })
    const latest = (id: number) => aReading({ id: id + 100, meter_id: id, value: id })
    if (pathname.endsWith('/series')) {
      const points = [
        { id: 1, created_at: '2026-11-20T14:03:00+09:00', value: 1, is_abnormal: false, read_state: null },
      ]
      const data = ids.map((id) => ({
        meter_id: id,
        count: 1,
        unconfirmed_times: 0,
        points,
        latest: latest(id),
      }))
      return Response.json({ success: true, data, count: ids.length })
    }
    // The last meter has no reading.
    const data = pathname.endsWith('/latest') ? ids.filter((id) => id < 25).map(latest) : []
    return Response.json({ success: true, data, count: data.length })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const meters = Array.from({ length: 25 }, (_, index) =>
    aMeter({ id: index + 1, name: `${index + 1}号ポンプ` }),
  )
  const onOpen = vi.fn()
  const screen = await showRouted(
    client,
    <GraphPanel
      meters={meters}
      span={{ from: null, to: null }}
      numbers={false}
      onUnconfirmed={vi.fn()}
      onOpen={onOpen}
    />,
  )
  const cards = screen.getByRole('list', { name: '最新の測定値の一覧' }).getByRole('listitem')
  await expect.poll(() => cards.elements().length).toBe(25)
  await expect
    .element(screen.getByText('該当する25件のうち20件をグラフに表示しています', { exact: false }))
    .toBeVisible()
  const legend = screen.getByRole('list', { name: '凡例' }).getByRole('button')
  await expect.poll(() => legend.elements().length).toBe(20)
  await expect.element(cards.nth(19)).toMatchTextContent(/20\.00/)
  await expect.element(cards.nth(23)).toMatchTextContent(/24\.00/)
  await expect.element(cards.nth(24)).toMatchTextContent(/データ無し/)
  expect(asked.find(({ path }) => path === 'latest')?.ids).toEqual([21, 22, 23, 24, 25])
  await screen.getByRole('button', { name: /24号ポンプ/ }).click()
  expect(onOpen).toHaveBeenCalledWith(124, [])
})

test('a meter that was replaced twice has both marks, without signal the latest', async () => {
  const replaced = (id: number, day: string) => ({
    id,
    meter_id: 3,
    replaced_at: `2026-11-${day}T10:00:00+09:00`,
    old_end_value: 100 * id,
    new_start_value: 0,
    note: '',
    user: null,
    created_at: `2026-11-${day}T10:00:00+09:00`,
    is_duplicate: false,
  })
  const [latest, earlier] = [replaced(2, '18'), replaced(1, '12')]
  let offline = true
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(new Request(input, init).url)
    if (pathname.endsWith('/replacements') && offline) throw new TypeError('Failed to fetch')
    const points = ['10', '15', '20'].map((day, index) => ({
      id: index + 1,
      created_at: `2026-11-${day}T09:00:00+09:00`,
      value: index,
      is_abnormal: false,
      read_state: null,
    }))
    const data = pathname.endsWith('/series')
      ? [{ meter_id: 3, count: 3, unconfirmed_times: 0, points, latest: aReading({ id: 3 }) }]
      : pathname.endsWith('/replacements')
        ? [latest, earlier]
        : []
    return Response.json({ success: true, data, count: 1 })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const screen = await showRouted(
    client,
    <GraphPanel
      meters={[aMeter({ id: 3, replacement: latest })]}
      span={{ from: null, to: null }}
      numbers={false}
      onUnconfirmed={vi.fn()}
      onOpen={vi.fn()}
    />,
  )
  const marks = screen.getByRole('list', { name: 'メーター交換' }).getByRole('listitem')
  await expect.element(marks).toMatchTextContent(/11\/18 10:00/)
  offline = false
  await client.invalidateQueries()
  await expect.poll(() => marks.elements().length).toBe(2)
  await expect.element(marks.nth(1)).toMatchTextContent(/11\/12 10:00.*100\.00/)
})

test('each unit has its chart, and a meter of one is shown alone across all of them', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname, searchParams } = new URL(new Request(input, init).url)
    const ids = (searchParams.get('meter_ids') ?? '').split(',').map(Number)
    const points = ['10', '15', '20'].map((day, index) => ({
      id: index + 1,
      created_at: `2026-11-${day}T09:00:00+09:00`,
      value: index,
      is_abnormal: false,
      read_state: null,
    }))
    const data = pathname.endsWith('/series')
      ? ids.map((id) => ({
          meter_id: id,
          count: 3,
          unconfirmed_times: 0,
          points,
          latest: aReading({ id, meter_id: id }),
        }))
      : []
    return Response.json({ success: true, data, count: data.length })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(unitsQuery.queryKey, [
    { id: 1, name: 'MPa', status: 0 },
    { id: 2, name: 'm', status: 0 },
  ])
  const meters = [
    aMeter({ id: 1, name: '1号ポンプ' }),
    aMeter({ id: 2, name: '2号ポンプ' }),
    aMeter({ id: 3, name: '受水槽', meter_unit_id: 2 }),
  ]
  const screen = await showRouted(
    client,
    <GraphPanel
      meters={meters}
      span={{ from: null, to: null }}
      numbers={false}
      onUnconfirmed={vi.fn()}
      onOpen={vi.fn()}
    />,
  )
  await expect.element(screen.getByText('単位が異なるメーターは、', { exact: false })).toBeVisible()
  const charts = () => screen.getByRole('application').elements().length
  const lines = () =>
    document.querySelectorAll('[role=application] path[fill=none][stroke^="var(--series"]').length
  await expect.poll(() => [charts(), lines()]).toEqual([2, 3])
  const legend = (name: string) => screen.getByRole('list', { name: '凡例' }).getByRole('button', { name })
  await legend('1号ポンプ').click()
  await expect.poll(lines).toBe(1)
  await legend('受水槽').click()
  await expect.poll(lines).toBe(1)
  await expect.element(screen.getByRole('application', { name: /^受水槽/ })).toBeVisible()
  await legend('受水槽').click()
  await expect.poll(() => [charts(), lines()]).toEqual([2, 3])
})

test.each([
  ['all', 0],
  ['some', 1],
])('the graph says how many readings of an unconfirmed time it leaves out, %s', async (_which, drawn) => {
  const points = Array.from({ length: drawn }, (_, index) => ({
    id: index + 1,
    created_at: '2026-11-20T09:00:00+09:00',
    value: 1,
    is_abnormal: false,
    read_state: null,
  }))
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(new Request(input, init).url)
    const seriesOf = (id: number, leftOut: number) => ({
      meter_id: id,
      count: drawn,
      unconfirmed_times: leftOut,
      points,
      latest: null,
    })
    const data = pathname.endsWith('/series') ? [seriesOf(1, 3), seriesOf(2, 1)] : []
    return Response.json({ success: true, data, count: data.length })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const onUnconfirmed = vi.fn()
  const screen = await showRouted(
    client,
    <GraphPanel
      meters={[aMeter({ id: 1 }), aMeter({ id: 2, name: '2号ポンプ' })]}
      span={{ from: null, to: null }}
      numbers={false}
      onUnconfirmed={onUnconfirmed}
      onOpen={vi.fn()}
    />,
  )
  await expect
    .element(
      screen.getByText('時刻不明 4件を除いています。測定日時を確定すると表示します。', { exact: true }),
    )
    .toBeVisible()
  await screen.getByRole('button', { name: '時刻不明の一覧' }).click()
  expect(onUnconfirmed).toHaveBeenCalledOnce()
})
