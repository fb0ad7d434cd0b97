import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { Alert } from '../../../contract/alerts.ts'
import type { Reading } from '../../../contract/readings.ts'
import { useUpdateMeter } from '../../../src/lib/mutations/meterMutations.ts'
import { useCorrectReading, useDeleteReading } from '../../../src/lib/mutations/readingMutations.ts'
import { accountQuery } from '../../../src/lib/queries/account.ts'
import type { List } from '../../../src/lib/queries/pagedList.ts'
import { readingList } from '../../../src/lib/queries/readings.ts'
import { useList } from '../../../src/lib/queries/useList.ts'
import type { ListState } from '../../../src/ui/table/listState.ts'
import type { PageSize } from '../../../src/ui/table/pages.ts'
import { anAccount } from '../responses/account.ts'
import { anAlert } from '../responses/alert.ts'
import { aMeter } from '../responses/meters.ts'
import { aReading } from '../responses/readings.ts'
import { show } from './show.tsx'

export const minute = 60_000
export const newest = Date.parse('2026-11-20T12:00:00Z')

/**
 * The stubbed network: readings and alerts (newest first), recorded requests, and requests without an answer.
 */
export const server = {
  readings: [] as Reading[],
  alerts: [] as Alert[],
  asked: [] as string[],
  refuses: (_: URL) => false,
}

export const at = (id: number, time: number) => aReading({ id, created_at: new Date(time).toISOString() })
/** In order of arrival; the last is the newest. */
const readings = (count: number) =>
  Array.from({ length: count }, (_, index) => at(count - index, newest - index * minute))

type Sorted = Pick<Alert, 'id' | 'created_at' | 'updated_at'>

/** A page of rows in the server's format. */
export function answer(all: readonly Sorted[], { searchParams }: URL): object {
  const limit = Number(searchParams.get('limit'))
  const after = searchParams.get('after')
  const by = searchParams.get('sort_by') === 'updated_at' ? 'updated_at' : 'created_at'
  const before = searchParams.get('before')
  const skip = Number(searchParams.get('skip'))
  /** Position of a row after a gap; negative: none. */
  const from = (row: Sorted, gap: string) => {
    const [time = 0, id = 0] = gap.split('.').map(Number)
    return Date.parse(row[by]) - time || row.id - id
  }
  const behind = after === null ? all : all.filter((row) => from(row, after) < 0)
  const rows = before === null ? behind : behind.filter((row) => from(row, before) >= 0)
  const data = before === null ? rows.slice(skip, skip + limit) : rows.slice(-limit)
  const gapAt = (row: Sorted | undefined, above = 0) => row && `${Date.parse(row[by])}.${row.id + above}`
  const isCut = before !== null && data.length === rows.length
  return {
    data,
    count: all.length,
    next: before ?? (rows.length > skip + limit ? gapAt(data.at(-1)) : undefined),
    previous: isCut ? undefined : gapAt(data[0], 1),
  }
}

/** The last is the newest. */
export const alerts = (count: number) =>
  Array.from({ length: count }, (_, index) => anAlert({ id: count - index }))

/** Stubs the calls of each test of a file. */
export function serveLists(): void {
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
}

export const filters = { span: { from: null, to: null }, meterIds: [], inspectionIds: [] }

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

/** A rendered list and its actions. */
export const open = () => openList(readingList(filters))

function aClient() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  return client
}

export async function openList<Row extends Identified>(
  list: List<Row>,
  size: PageSize = 'all',
  client = aClient(),
) {
  const seen = {} as Required<ListState<Row>>
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
  /** Scrolls to twenty rows from a position and waits until they are loaded and no request is pending. */
  const scrollViewportTo = async (position: number) => {
    let before = -1
    const isThere = () => {
      seen.onViewport(position, position + 19)
      const visible = ids().slice(position, position + 20)
      const isQuiet = before === server.asked.length && isStill()
      before = server.asked.length
      return isQuiet && visible.length === 20 && !visible.includes(undefined)
    }
    await expect.poll(isThere).toBe(true)
  }
  /** Row by row to the end of the loaded list. */
  const scrollTo = async (end: number) => {
    for (let position = 0; position <= end; position += 200) await scrollViewportTo(position)
    await scrollViewportTo(end)
  }
  const asked = () => server.asked.splice(0)
  await expect.poll(isStill).toBe(true)
  return { client, screen, seen, doing, ids, scrollViewportTo, scrollTo, asked, isStill }
}

export const held = (rows: readonly unknown[]) => rows.filter((row) => row !== undefined).length
