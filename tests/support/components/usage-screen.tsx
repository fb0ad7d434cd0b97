import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Data } from '../../../contract/calls/endpoint.ts'
import type { allocationEndpoints } from '../../../contract/usage/allocations.ts'
import type { StatisticsRow } from '../../../contract/usage/statistics.ts'
import type { CalendarPeriod, UsageRow } from '../../../contract/usage/usages.ts'
import type { UsageSearch } from '../../../src/features/usages/search.ts'
import { Usages } from '../../../src/features/usages/Usages.tsx'
import { accountQuery } from '../../../src/lib/queries/account.ts'
import { costBearersQuery } from '../../../src/lib/queries/costBearers.ts'
import { groupsQuery } from '../../../src/lib/queries/groups.ts'
import { metersQuery } from '../../../src/lib/queries/meters.ts'
import { unitsQuery } from '../../../src/lib/queries/units.ts'
import { notify } from '../../../src/ui/notice/notify.tsx'
import { anAccount } from '../responses/account.ts'
import { aMeter } from '../responses/meters.ts'
import { aReading } from '../responses/readings.ts'
import { showRouted } from './showRouted.tsx'

const counter = { decimal_point: 1, is_cumulative: true } as const
const counters = [
  aMeter({ ...counter, id: 1, name: '受電', code: 'E-1', meter_group_id: 6 }),
  aMeter({ ...counter, id: 2, name: '動力盤', code: 'E-2', meter_group_id: 6, parent_meter_id: 1 }),
  aMeter({ ...counter, id: 3, name: '給水', code: 'W-1', meter_unit_id: 2 }),
  aMeter({ id: 4, name: '圧力計', code: 'P-1', meter_group_id: 6 }),
  aMeter({ id: 5, name: '差圧計', meter_group_id: 6 }),
  aMeter({ id: 6, name: '温度計', meter_unit_id: 2, decimal_point: null }),
]
/** Usages by meter and the beginning of their month, day or hour; the others are unknown. */
const known: Record<number, Record<string, Partial<UsageRow>>> = {
  1: {
    '2025-10': { usage: 341 },
    '2026-09': { usage: 300 },
    '2026-10': { usage: 341 },
    '2026-11': {
      so_far: {
        usage: 220,
        mark: 'exact',
        end: { value: 920, at: '2026-11-21T00:00:00.000+09:00', reading_ids: [9] },
      },
    },
    '2026-11-20T08': { usage: 12 },
    '2026-11-21T08': { usage: 15 },
    '2026-11-21T09': { usage: 0, mark: 'interpolated' },
    '2026-11-21T11': { usage: 18, mark: 'estimated' },
  },
  2: {
    '2025-10': { usage: 31 },
    '2026-09': { usage: 30, mark: 'interpolated' },
    '2026-10': { usage: 62, mark: 'estimated', is_corrected: true },
  },
  3: { '2026-08': { usage: 0 }, '2026-09': { usage: -8 }, '2026-10': { usage: 12.3 } },
}

const extreme = (value: number, at: string, readingId: number, over = {}) => ({
  value,
  at: `${at}:00.000+09:00`,
  reading_id: readingId,
  is_unsure: false,
  is_corrected: false,
  ...over,
})

/** Statistics by meter and the beginning of their month, day or hour; in the others nothing was measured. */
const measured: Record<number, Record<string, Partial<StatisticsRow>>> = {
  4: {
    '2026-09': {
      count: 3,
      maximum: extreme(0.52, '2026-09-03T14:20', 21, { is_unsure: true }),
      minimum: extreme(0.38, '2026-09-30T06:00', 22),
      mean: 0.453333,
    },
    '2026-11': {
      count: 1200,
      maximum: extreme(0.6, '2026-11-02T09:00', 23, { is_corrected: true }),
      minimum: extreme(0.1, '2026-11-20T05:30', 24),
      mean: 0.4,
    },
  },
  5: {
    '2026-09': {
      count: 1,
      maximum: extreme(0.31, '2026-09-09T09:00', 25),
      minimum: extreme(0.31, '2026-09-09T09:00', 25),
      mean: 0.31,
    },
  },
  6: {
    '2026-09': {
      count: 3,
      maximum: extreme(1234.5, '2026-09-09T09:00', 26),
      minimum: extreme(-8, '2026-09-10T09:00', 27),
      mean: 0,
    },
  },
}

const aGroup = {
  id: 6,
  name: '第一工場',
  description: '',
  organization_id: 1,
  created_at: '2026-11-01T09:00:00+09:00',
  updated_at: '2026-11-01T09:00:00+09:00',
}

/** The beginnings of the months, days or hours that some days are in, and of the next one, in Japan. */
function startsOf(period: CalendarPeriod, from: string, to: string): string[] {
  const end = Date.parse(to) + 24 * 3_600_000
  const time = new Date(Date.parse(from))
  const starts = [new Date(time)]
  while (time.getTime() < end) {
    if (period === 'month') time.setUTCMonth(time.getUTCMonth() + 1)
    else time.setUTCHours(time.getUTCHours() + (period === 'day' ? 24 : 1))
    starts.push(new Date(time))
  }
  return starts.map((each) => each.toISOString().replace('Z', '+09:00'))
}

const lengthOfName = { month: 'YYYY-MM'.length, day: 'YYYY-MM-DD'.length, hour: 'YYYY-MM-DDTHH'.length }

function usagesOf(query: URLSearchParams): UsageRow[] {
  const period = query.get('period') as CalendarPeriod
  const starts = startsOf(period, query.get('from') ?? '', query.get('to') ?? '')
  const ids = query.get('meter_ids')?.split(',').map(Number) ?? []
  return ids.flatMap((id) =>
    starts.slice(0, -1).map((from, index): UsageRow => {
      const to = starts[index + 1] ?? ''
      const row = known[id]?.[from.slice(0, lengthOfName[period])]
      return {
        meter_id: id,
        from,
        to,
        usage: null,
        mark: row?.usage === undefined ? 'unknown' : 'exact',
        is_corrected: false,
        start: { value: 700, at: from, reading_ids: [8] },
        end: { value: 1031.5, at: to, reading_ids: [9, 10] },
        ...(query.get('segments') && {
          segments: [
            {
              start: { value: 700, at: from },
              end: { value: 1031.5, at: to },
              multiplier: 40,
              usage: row?.usage ?? 0,
            },
          ],
        }),
        ...row,
      }
    }),
  )
}

const statisticsOf = (query: URLSearchParams): StatisticsRow[] =>
  usagesOf(query).map(({ meter_id: id, from, to }) => ({
    meter_id: id,
    from,
    to,
    count: 0,
    maximum: null,
    minimum: null,
    mean: null,
    ...measured[id]?.[from.slice(0, lengthOfName[query.get('period') as CalendarPeriod])],
  }))

/** What the screen asked for and has in the URL, whether the calls for usages fail, and 按分 by month. */
export const shown = {
  asked: [] as URLSearchParams[],
  search: {} as UsageSearch,
  isFailing: false,
  allocations: {} as Record<string, Data<typeof allocationEndpoints.allocations>>,
}

/** Answers the calls of 使用量, at noon of 2026-11-21 in Japan. */
export function answerUsageCalls(): void {
  beforeEach(() => {
    localStorage.clear()
    shown.isFailing = false
    shown.asked = []
    shown.allocations = {}
    vi.setSystemTime('2026-11-21T12:00:00+09:00')
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const { pathname, searchParams } = new URL(new Request(input, init).url)
      const success = (data: unknown) => Response.json({ success: true, data })
      if (pathname.startsWith('/api/v1/meters-value/')) {
        const id = Number(pathname.split('/').at(-1))
        return success(aReading({ id, value: 690 + id, created_by: '佐藤' }))
      }
      if (pathname === '/api/v1/meters') return success(counters)
      if (pathname === '/api/v1/allocations')
        return success(shown.allocations[searchParams.get('month') ?? ''] ?? [])
      const answer = { '/api/v1/usages': usagesOf, '/api/v1/meters-values/statistics': statisticsOf }[
        pathname
      ]
      if (answer === undefined) return success([])
      if (shown.isFailing) return new Response(null, { status: 503 })
      shown.asked.push(searchParams)
      return success(answer(searchParams))
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
    notify.clear()
  })
}

function Screen({ initial }: { initial: UsageSearch }) {
  const [search, setSearch] = useState(initial)
  return (
    <Usages
      search={search}
      onSearch={(next) => {
        shown.search = next
        setSearch(next)
      }}
    />
  )
}

/** Opens 使用量 as it is at a URL. */
export async function openUsageScreen(
  initial: UsageSearch = { view: 'year' },
  { width = 1440, listed = counters } = {},
) {
  shown.search = initial
  await page.viewport(width, 900)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, listed)
  client.setQueryData(unitsQuery.queryKey, [
    { id: 1, name: 'kWh', status: 0 },
    { id: 2, name: 'm³', status: 0 },
  ])
  client.setQueryData(groupsQuery.queryKey, [aGroup])
  client.setQueryData(costBearersQuery.queryKey, [])
  return showRouted(client, <Screen initial={initial} />, ['/meters/$id', '/meter-value/$id'])
}
