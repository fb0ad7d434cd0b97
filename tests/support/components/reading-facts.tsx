import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Category } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import type { Reading, ValuesAround } from '../../../contract/readings.ts'
import { ReadingFacts } from '../../../src/features/readings/detail/ReadingFacts.tsx'
import { accountQuery } from '../../../src/lib/queries/account.ts'
import { categoriesQuery } from '../../../src/lib/queries/categories.ts'
import { groupsQuery } from '../../../src/lib/queries/groups.ts'
import { inspectionsQuery } from '../../../src/lib/queries/inspections.ts'
import { metersQuery } from '../../../src/lib/queries/meters.ts'
import { unitsQuery } from '../../../src/lib/queries/units.ts'
import { anAccount } from '../responses/account.ts'
import { aCategory } from '../responses/meters.ts'
import { aReading } from '../responses/readings.ts'
import { showRouted } from './showRouted.tsx'

/** The stubbed network: requests other than reads, and the response to a change. */
export const server = {
  asked: [] as Request[],
  answer: async (_: Request): Promise<Response> => Response.error(),
  count: async (_: Request): Promise<Response> => Response.error(),
  /** The values around a time, `YYYY-MM-DD HH:mm:ss`; a thrown error: they cannot be loaded. */
  around: (_: string): ValuesAround => nothingAround,
  meter: offline,
  categories: offline,
  usages: offline,
}

async function offline(): Promise<Response> {
  throw new TypeError('Failed to fetch')
}

const nothingAround: ValuesAround = { before: null, after: null }

/** Before the tests of a file: all requests end at `server`. */
export function serveFacts(): void {
  beforeEach(() => {
    server.asked = []
    server.answer = async () => Response.error()
    server.around = () => nothingAround
    server.meter = offline
    server.categories = offline
    server.usages = offline
    server.count = async () => {
      throw new TypeError('Failed to fetch')
    }
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init)
      if (request.url.includes('/range-effect')) return server.count(request)
      const { pathname, searchParams } = new URL(request.url)
      if (pathname.endsWith('/values-around')) {
        if (searchParams.get('except') !== '7') throw new Error('the reading would be compared with itself')
        return Response.json({ success: true, data: server.around(searchParams.get('at') ?? '') })
      }
      if (request.url.includes('/meters-values?')) {
        return Response.json({ success: true, data: [aReading()], count: 128 })
      }
      if (request.method === 'GET') {
        if (pathname === '/api/v1/meters/3') return server.meter()
        if (pathname === '/api/v1/usages') return server.usages()
        return pathname === '/api/v1/meters-categories' ? server.categories() : offline()
      }
      server.asked.push(request)
      return server.answer(request.clone())
    })
  })
  afterEach(() => vi.restoreAllMocks())
}

/** Responds as the server does: the meter with the sent fields. */
export const changing = (meter: Meter) => async (request: Request) =>
  Response.json({ success: true, data: { ...meter, ...(await request.json()) } })

export const refusing = (status: number, failure: object) => async () =>
  Response.json({ success: false, messages: [], request_id: 'r1', ...failure }, { status })

export const categories: Category[] = [
  aCategory({ id: 1, type: 0, name: '円形アナログ' }),
  aCategory({ id: 2, type: 1, name: '角形アナログ' }),
  aCategory({ id: 3, type: 2, name: 'セグメント' }),
  aCategory({ id: 4, type: 3, name: 'カウンター' }),
  aCategory({ id: 5, type: 5, name: 'レベル' }),
  aCategory({ id: 7, type: 4, name: '特殊' }),
]

/** The rows of a reading; without a meter, or with `known` null, its list is not loaded. */
export async function facts(reading: Reading, meter?: Meter, known: Category[] | null = categories) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(unitsQuery.queryKey, [
    { id: 1, name: 'MPa', status: 0 },
    { id: 2, name: 'kPa', status: 0 },
    { id: 3, name: 'kWh', status: 0 },
  ])
  if (known) client.setQueryData(categoriesQuery.queryKey, known)
  client.setQueryData(groupsQuery.queryKey, [])
  client.setQueryData(inspectionsQuery.queryKey, [
    { id: 8, name: '朝の巡回', contact: '', organization_id: 1, updated_at: '2026-11-01T09:00:00+09:00' },
  ])
  if (meter) client.setQueryData(metersQuery.queryKey, [meter])
  const onDirty = vi.fn()
  const screen = await showRouted(client, <ReadingFacts reading={reading} onDirty={onDirty} />, [
    '/meters/$id',
  ])
  const row = (name: string) => screen.getByRole('group', { name, exact: true })
  return {
    screen,
    onDirty,
    row,
    client,
    edit: async (name: string) => {
      await screen.getByRole('button', { name: `${name}を編集` }).click()
      return row(name)
    },
  }
}

export const sent = async () => Promise.all(server.asked.map((request) => request.json()))
/** The sent fields of the meter, without those always sent. */
export const change = async () => {
  const [body] = await sent()
  const { organization_id: _, status: __, ...rest } = body
  return rest
}
