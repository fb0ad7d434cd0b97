import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Alert } from '../../../contract/alerts.ts'
import type { Reading } from '../../../contract/readings.ts'
import { anAccount } from '../../../tests/support/account.ts'
import { aMeter } from '../../../tests/support/meters.ts'
import { aReading } from '../../../tests/support/readings.ts'
import { show } from '../../../tests/support/show.tsx'
import type { PageSize } from '../../ui/pages.ts'
import { everything, renew } from '../renewal.ts'
import { accountQuery } from './account.ts'
import { type AlertFilters, alertList } from './alerts.ts'
import { useUpdateMeter } from './changeMeters.ts'
import type { List } from './list.ts'
import { readingList, useCorrectReading, useDeleteReading } from './readings.ts'
import { type Listed, useList } from './useList.ts'

const minute = 60_000
const newest = Date.parse('2026-11-20T12:00:00Z')

/** What stands beyond the network: readings and alerts, the newest first, what was asked, and what gets no answer. */
const server = {
  readings: [] as Reading[],
  alerts: [] as Alert[],
  asked: [] as string[],
  refuses: (_: URL) => false,
}

const at = (id: number, time: number) => aReading({ id, created_at: new Date(time).toISOString() })
/** As they come in: the last of so many is the newest. */
const readings = (count: number) =>
  Array.from({ length: count }, (_, index) => at(count - index, newest - index * minute))

type Sorted = Pick<Alert, 'id' | 'created_at' | 'updated_at'>

function answer(all: readonly Sorted[], { searchParams }: URL): object {
  const limit = Number(searchParams.get('limit'))
  const after = searchParams.get('after')
  const by = searchParams.get('sort_by') === 'updated_at' ? 'updated_at' : 'created_at'
  const [time = 0, id = 0] = after?.split('.').map(Number) ?? []
  const behind = (row: Sorted) => (Date.parse(row[by]) - time || row.id - id) < 0
  const rows = after === null ? all : all.filter(behind)
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  const next = last && rows.length > limit ? `${Date.parse(last[by])}.${last.id}` : undefined
  return { data, count: all.length, next }
}

const anAlert = (id: number): Alert => {
  const { meter, ...reading } = aReading({ id })
  const bounds = { emergency_start_value: null, emergency_end_value: null }
  return {
    id,
    is_alert: true,
    is_alerted: true,
    confirm_at: null,
    confirmed_by: null,
    comment: null,
    created_at: reading.created_at,
    updated_at: reading.updated_at,
    meter_value: { ...reading, meter: { ...meter, ...bounds } },
  }
}
/** The last of so many is the newest. */
const alerts = (count: number) => Array.from({ length: count }, (_, index) => anAlert(count - index))

beforeEach(() => {
  Object.assign(server, { readings: readings(3000), alerts: alerts(2000), asked: [], refuses: () => false })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const [, noun, id] = url.pathname.replace('/api/v1', '').split('/')
    server.asked.push(`${request.method} ${noun}`)
    const body = request.method === 'PUT' && (await request.json())
    if (server.refuses(url)) return Response.error()
    if (noun === 'meter-alerts') return Response.json({ success: true, ...answer(server.alerts, url) })
    if (noun === 'meters-values') return Response.json({ success: true, ...answer(server.readings, url) })
    if (noun === 'meters') return Response.json({ success: true, data: { ...aMeter(), ...body } })
    const reading = server.readings.find((each) => each.id === Number(id))
    server.readings = server.readings.flatMap((each) =>
      each !== reading ? [each] : body ? [{ ...each, ...body }] : [],
    )
    return Response.json({ success: true, data: body ? { ...reading, ...body } : {} })
  })
})
afterEach(() => vi.restoreAllMocks())

const filters = { span: { from: null, to: null }, meterIds: [], inspectionIds: [] }

const occurring: AlertFilters = { state: 'occurring', unitIds: [], sort: 'created_at', order: 'desc' }

interface Identified {
  id: number
}

function useEverything<Row extends Identified>(size: PageSize, given: List<Row>) {
  const [list, setList] = useState(given)
  const listed = useList(list, 1, size)
  return { listed, setList, correct: useCorrectReading(), remove: useDeleteReading(), edit: useUpdateMeter() }
}

interface ScreenProps<Row extends Identified> {
  size: PageSize
  list: List<Row>
  onDrawn: (drawn: ReturnType<typeof useEverything<Row>>) => void
}

function Screen<Row extends Identified>({ size, list, onDrawn }: ScreenProps<Row>) {
  const drawn = useEverything(size, list)
  useEffect(() => onDrawn(drawn))
  return null
}

/** A list as a screen has it, and what a person can do to it. */
const open = () => openList(readingList(filters))

function aClient() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  return client
}

async function openList<Row extends Identified>(list: List<Row>, size: PageSize = 'all', client = aClient()) {
  const seen = {} as Listed<Row>
  const doing = {} as Omit<ReturnType<typeof useEverything<Row>>, 'listed'>
  const onDrawn: ScreenProps<Row>['onDrawn'] = ({ listed, ...mutations }) => {
    Object.assign(seen, listed)
    Object.assign(doing, mutations)
  }
  const screen = await show(
    <QueryClientProvider client={client}>
      <Suspense>
        <Screen size={size} list={list} onDrawn={onDrawn} />
      </Suspense>
    </QueryClientProvider>,
  )
  await expect.poll(() => seen.rows?.length).toBeGreaterThan(0)
  const ids = () => (seen.rows ?? []).map((row) => row?.id)
  const isStill = () => client.isFetching() === 0 && client.isMutating() === 0
  /** Looks at twenty rows from a place on until they are there and nothing more is asked for. */
  const lookAt = async (place: number) => {
    let before = -1
    const isThere = () => {
      seen.look(place, place + 19)
      const looked = ids().slice(place, place + 20)
      const isQuiet = before === server.asked.length && isStill()
      before = server.asked.length
      return isQuiet && looked.length === 20 && !looked.includes(undefined)
    }
    await expect.poll(isThere).toBe(true)
  }
  /** As far as the list is known, row by row. */
  const scrollTo = async (end: number) => {
    for (let place = 0; place <= end; place += 200) await lookAt(place)
    await lookAt(end)
  }
  const asked = () => server.asked.splice(0)
  await expect.poll(isStill).toBe(true)
  return { client, screen, seen, doing, ids, lookAt, scrollTo, asked, isStill }
}

const held = (rows: readonly unknown[]) => rows.filter((row) => row !== undefined).length

test('of a long list only what is near the screen is kept; what was left is asked for again at its place', async () => {
  const { seen, ids, scrollTo, lookAt, asked, client } = await open()
  await scrollTo(2900)
  expect(seen.rows?.length).toBe(3000)
  expect(held(ids())).toBeLessThan(1500)
  expect(ids().slice(2900, 2920)).toEqual(server.readings.slice(2900, 2920).map(({ id }) => id))
  const rows = client.getQueriesData<{ rows?: unknown[] }>({ queryKey: ['readings'] })
  expect(rows.reduce((sum, [, data]) => sum + (data?.rows?.length ?? 0), 0)).toBeLessThan(1500)

  asked()
  await lookAt(1500)
  expect(seen.rows?.length).toBe(3000)
  expect(ids().slice(1500, 1520)).toEqual(server.readings.slice(1500, 1520).map(({ id }) => id))
  expect(asked().length).toBeLessThan(6)
})

test('what came and went meanwhile moves nothing but its own stretch, and nothing is lost or stands twice', async () => {
  const { ids, scrollTo, lookAt } = await open()
  await scrollTo(2900)
  const [, gone, , late] = [0, 700, 1000, 1300].map((index) => server.readings[index])
  const before = late ? Date.parse(late.created_at) + 1 : 0
  server.readings = [
    at(9001, newest + minute),
    at(9000, newest + 1),
    ...server.readings.flatMap((each) =>
      each === gone ? [] : each === late ? [at(9002, before), each] : [each],
    ),
  ]
  const shown = new Map<number, number>()
  for (let place = 2900; place >= 0; place -= 100) {
    await lookAt(place)
    for (const [index, id] of ids().entries()) if (id !== undefined) shown.set(id, index)
  }
  const kept = server.readings.slice(2).map(({ id }) => id)
  expect(kept.filter((id) => !shown.has(id))).toEqual([])
  expect([...shown.keys()].filter((id) => id !== gone?.id).toSorted()).toEqual(kept.toSorted())
  // The new ones wait until somebody wants to see them.
  expect(ids()[0]).toBe(3000)
})

test('far down, refreshing and editing a meter ask only for what is near the screen, and correcting for nothing', async () => {
  const { seen, doing, ids, scrollTo, asked, isStill } = await open()
  await scrollTo(2000)
  const [reading] = (seen.rows ?? []).slice(2010)
  asked()
  await doing.correct.mutateAsync({ id: reading?.id ?? 0, value: 0.99 })
  await expect.poll(isStill).toBe(true)
  expect(asked().filter((call) => call !== 'GET meters')).toEqual(['PUT meter-value'])
  await expect.poll(() => seen.rows?.[2010]).toMatchObject({ id: reading?.id, value: 0.99 })

  await doing.edit.mutateAsync({ id: 3, changes: { name: '改名' } })
  await expect.poll(isStill).toBe(true)
  const lists = () => asked().filter((call) => call === 'GET meters-values').length
  const edited = lists()
  expect(edited).toBeGreaterThan(0)
  expect(edited).toBeLessThan(6)

  server.readings = [at(9000, newest + minute), ...server.readings]
  await seen.refresh()
  await expect.poll(isStill).toBe(true)
  expect(lists()).toBeLessThan(6)
  expect(seen.rows?.[2010]?.id).toBe(reading?.id)
  expect(ids().slice(2000, 2020)).not.toContain(undefined)

  await doing.remove.mutateAsync(reading?.id ?? 0)
  await expect.poll(ids).not.toContain(reading?.id)
  await expect.poll(isStill).toBe(true)
  // How many there are now: only the one that had come is new.
  expect(lists()).toBe(1)
  await expect.poll(() => [seen.count, seen.newer]).toEqual([2999, 1])
})

test('at its top a long list is refreshed, or shows what is new, by one call', async () => {
  const { seen, ids, scrollTo, lookAt, asked } = await open()
  await scrollTo(900)
  server.readings = [at(9000, newest + minute), ...server.readings]
  await lookAt(0)
  asked()
  await seen.refresh()
  expect(asked()).toEqual(['GET meters-values'])
  await expect.poll(() => ids()[0]).toBe(9000)
  await scrollTo(900)
  server.readings = [at(9001, newest + 2 * minute), ...server.readings]
  asked()
  await seen.showNewest()
  expect(asked()).toEqual(['GET meters-values'])
  await expect.poll(() => ids()[0]).toBe(9001)
})

test('a long list stays whole until its newest are here, wherever somebody asks for them', async () => {
  const { seen, ids, scrollTo, lookAt, isStill } = await open()
  await scrollTo(900)
  const shown = seen.rows?.length
  server.readings = [at(9000, newest + minute), ...server.readings]
  server.refuses = () => true
  await seen.showNewest()
  await expect.poll(() => seen.error).not.toBeNull()
  expect(seen.rows?.length).toBe(shown)
  expect(ids().slice(900, 920)).not.toContain(undefined)
  server.refuses = () => false
  await lookAt(0)
  server.refuses = () => true
  await seen.refresh()
  await expect.poll(isStill).toBe(true)
  expect([seen.rows?.length, ids()[0], seen.begunAt]).toEqual([shown, 3000, 0])

  server.refuses = () => false
  await seen.refresh()
  await expect.poll(() => [ids()[0], seen.rows?.length, seen.error]).toEqual([9000, 300, null])
  expect(seen.begunAt).toBeGreaterThan(0)
})

test('whoever comes back to a long list finds at once what was near the place where it was left', async () => {
  const left = await open()
  await left.scrollTo(2900)
  await left.screen.unmount()
  server.refuses = () => true
  const { seen, ids, isStill } = await openList(readingList(filters), 'all', left.client)
  expect(seen.rows?.length).toBe(3000)
  seen.look(2900, 2919)
  await expect.poll(() => ids()[2900]).toBe(100)
  await expect.poll(isStill).toBe(true)
  expect(ids().slice(2700, 3000)).toEqual(server.readings.slice(2700).map(({ id }) => id))
})

test('a meter renamed meanwhile has its new name where somebody comes back to a long list', async () => {
  const left = await open()
  await left.scrollTo(2900)
  const { edit } = left.doing
  await left.screen.unmount()
  server.readings = server.readings.map((each) => ({ ...each, meter: { ...each.meter, name: '改名' } }))
  await edit.mutateAsync({ id: 3, changes: { name: '改名' } })
  const { seen } = await openList(readingList(filters), 'all', left.client)
  seen.look(2900, 2919)
  await expect.poll(() => seen.rows?.[2900]?.meter.name).toBe('改名')
  await expect.poll(() => seen.rows?.[0]?.meter.name).toBe('改名')
})

test('changes elsewhere renew a list on its first stretch, and leave one alone in which somebody has scrolled on', async () => {
  const { client, ids, scrollTo, asked } = await open()
  await expect.poll(() => ids()[0]).toBe(3000)
  server.readings = [at(9000, newest + minute), ...server.readings]
  asked()
  await renew(client, everything)
  expect(asked()).toEqual(['GET meters-values'])
  await expect.poll(() => ids()[0]).toBe(9000)
  await scrollTo(900)
  asked()
  await renew(client, everything)
  // How many there are now.
  expect(asked()).toEqual(['GET meters-values'])
  expect(ids()[0]).toBe(9000)
})

test('what waits above a long list is told of, also when its first stretch has been fetched again', async () => {
  const { client, seen, ids, scrollTo, lookAt, isStill } = await open()
  await scrollTo(900)
  server.readings = [at(9001, newest + 2 * minute), at(9000, newest + minute), ...server.readings]
  await renew(client, everything)
  await expect.poll(() => seen.newer).toBe(2)
  // Below the first stretch, and near it.
  await lookAt(400)
  await seen.refresh()
  await expect.poll(isStill).toBe(true)
  expect(seen.newer).toBe(2)
  expect(ids()[0]).toBe(3000)
  await seen.showNewest()
  await expect.poll(() => [ids()[0], seen.newer]).toEqual([9001, 0])
})

test('a first stretch that got no answer holds up nothing far below it', async () => {
  const { seen, scrollTo, lookAt } = await open()
  await scrollTo(900)
  await lookAt(400)
  server.refuses = ({ searchParams }) => !searchParams.has('after')
  await seen.refresh()
  await expect.poll(() => seen.error).not.toBeNull()
  await lookAt(880)
  expect(seen.error).toBeNull()
  await scrollTo(2900)
  expect(seen.rows?.length).toBe(3000)
})

test('of a long list of alerts, all opened at one time, only what is near the screen is kept and found again', async () => {
  const { seen, ids, scrollTo, lookAt } = await openList(alertList(occurring))
  await scrollTo(1980)
  expect(seen.rows?.length).toBe(2000)
  expect(held(ids())).toBeLessThan(1500)
  server.alerts = alerts(2001)
  await lookAt(600)
  expect(ids().slice(600, 620)).toEqual(server.alerts.slice(601, 621).map(({ id }) => id))
})

test('a list of alerts that was left for another grows on where it is known, and tells of those that opened', async () => {
  const { client, seen, doing, ids, scrollTo, isStill } = await openList(alertList(occurring))
  await scrollTo(980)
  doing.setList(alertList({ ...occurring, unitIds: [1] }))
  await expect.poll(() => seen.rows?.length).toBe(300)
  const before = server.alerts.map(({ id }) => id)
  server.alerts = alerts(2400)
  // Whatever is not looked at is old by now.
  await client.invalidateQueries({ queryKey: ['alerts'], refetchType: 'none' })
  doing.setList(alertList(occurring))
  await expect.poll(() => seen.outdated || ids()[0]).toBe(2000)
  await expect.poll(isStill).toBe(true)
  await expect.poll(() => seen.newer).toBe(400)
  await scrollTo(1480)
  expect(ids().slice(1400, 1480)).toEqual(before.slice(1400, 1480))
})

test('an alert that goes on leaves its place among those sorted by change for the top, and stands nowhere twice', async () => {
  const { seen, ids, scrollTo, lookAt } = await openList(alertList({ ...occurring, sort: 'updated_at' }))
  await scrollTo(1480)
  const [changed, below] = [server.alerts[1400], server.alerts[1420]]
  if (!changed || !below) throw new Error('no alert')
  const moved = { ...changed, updated_at: new Date(newest + minute).toISOString() }
  server.alerts = [moved, ...server.alerts.filter((each) => each !== changed)]
  // Below the first stretch, and near it.
  await lookAt(400)
  await seen.refresh()
  // It waits at the top, as one that has just come.
  await expect.poll(() => [ids()[0], seen.newer]).toEqual([2000, 1])
  await seen.showNewest()
  await expect.poll(() => ids()[0]).toBe(changed.id)
  await scrollTo(1480)
  expect(ids().slice(1400, 1480)).toEqual(server.alerts.slice(1400, 1480).map(({ id }) => id))
  expect(ids().filter((id) => id === changed.id).length).toBeLessThan(2)
  expect(ids()).toContain(below.id)
})

test('of a long page it is known when it was fetched, wherever somebody looks', async () => {
  const { seen, lookAt } = await openList(readingList(filters), 500)
  await lookAt(400)
  expect(seen.fetchedAt).toBeGreaterThan(0)
})
