import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Alert } from '../../../contract/alerts.ts'
import { call } from '../api.ts'
import { isLive } from '../liveState.ts'
import { isLong, unlessLong } from './newest.ts'

/** Where an alert stands: it goes on, it is over, or somebody has seen to it. */
export const alertStates = ['occurring', 'past', 'confirmed'] as const
export type AlertState = (typeof alertStates)[number]

/** Which alerts a list shows, and in what order. */
export interface AlertFilters {
  state: AlertState
  unitIds: readonly number[]
  sort: 'created_at' | 'updated_at' | 'confirm_at' | 'id'
  order: 'asc' | 'desc'
}

export interface AlertPage {
  alerts: Alert[]
  /** How many the filters select in all. */
  count: number
}

const lists = ['alerts', 'list'] as const

export const alertKeys = {
  all: ['alerts'] as const,
  lists,
  one: (id: number) => ['alerts', 'one', id] as const,
}

/** Rows asked for at a time when the list has no pages. */
const stretch = 300
const staleTime = 30_000
const kept = { gcTime: 48 * 60 * 60_000, meta: { keptFor: 48 * 60 * 60_000 } }
const notKept = { gcTime: 5 * 60_000, meta: { keptFor: 0 } }
/** Where nobody tells of changes. */
const refetchInterval = () => !isLive() && 60_000

const flags = {
  occurring: { is_alert: true, is_alerted: true },
  past: { is_alert: false, is_alerted: true },
  confirmed: { is_alert: false, is_alerted: false, is_confirm: true },
} as const

const askedBy = ({ state, unitIds, sort, order }: AlertFilters) => ({
  ...flags[state],
  meter_unit_ids: unitIds.length > 0 ? [...unitIds] : undefined,
  sort_by: sort,
  sort_type: order,
})

async function fetchAlerts(
  filters: AlertFilters,
  skip: number,
  limit: number,
  signal: AbortSignal,
): Promise<AlertPage> {
  const { data, count } = await call('alerts', { query: { ...askedBy(filters), skip, limit }, signal })
  return { alerts: data, count }
}

/** Below the first page new rows would push away what the person reads. */
const isStill = ({ order }: AlertFilters, page: number) => order === 'desc' && page > 1

/** One page of alerts; `page` counts from 1. */
export const alertsPage = (filters: AlertFilters, page: number, limit: number) =>
  queryOptions({
    queryKey: [...lists, 'page', filters, page, limit] as const,
    queryFn: ({ signal }) => fetchAlerts(filters, (page - 1) * limit, limit, signal),
    staleTime,
    ...kept,
    meta: { ...kept.meta, still: isStill(filters, page) },
    refetchInterval: () => !isStill(filters, page) && refetchInterval(),
    refetchOnWindowFocus: !isStill(filters, page),
    placeholderData: keepPreviousData,
  })

/** Every alert, fetched as the person scrolls. */
export const alertsEndless = (filters: AlertFilters) =>
  infiniteQueryOptions({
    queryKey: [...lists, 'endless', filters] as const,
    queryFn: ({ signal, pageParam }) => fetchAlerts(filters, pageParam, stretch, signal),
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => {
      const held = pages.reduce((sum, { alerts }) => sum + alerts.length, 0)
      return held < count && pages.at(-1)?.alerts.length !== 0 ? held : null
    },
    staleTime,
    ...notKept,
    refetchInterval: ({ state }) => !isLong(state.data) && refetchInterval(),
    ...unlessLong,
    placeholderData: keepPreviousData,
  })

/** How many alerts the filters select now; for lists that stay as they are. */
export const alertsCount = (filters: AlertFilters) =>
  queryOptions({
    queryKey: ['alerts', 'newer', filters] as const,
    queryFn: async ({ signal }) => (await fetchAlerts(filters, 0, 1, signal)).count,
    staleTime: 0,
    ...notKept,
    refetchInterval,
  })

/** So many of those that were opened last are looked through for those that nobody has been told of. */
const newest = 10

const lastOpened = (limit: number, signal: AbortSignal) =>
  fetchAlerts({ state: 'occurring', unitIds: [], sort: 'id', order: 'desc' }, 0, limit, signal)

/** The alerts that occur now: how many, and those that were opened last, the last one first. */
export const occurringQuery = queryOptions({
  queryKey: ['alerts', 'occurring'] as const,
  queryFn: ({ signal }) => lastOpened(newest, signal),
  staleTime,
  ...kept,
  refetchInterval,
})

/** As `occurringQuery`, when more have been opened at once than it shows. */
export const stormQuery = queryOptions({
  queryKey: ['alerts', 'storm'] as const,
  queryFn: ({ signal }) => lastOpened(stretch, signal),
  staleTime: 0,
  ...notKept,
})

/** One alert; what a list already holds is shown until the answer comes, and without signal. */
export const alertQuery = (client: QueryClient, id: number) => {
  const listed = () => {
    for (const query of client.getQueryCache().findAll({ queryKey: lists })) {
      const held = query.state.data as AlertPage | { pages: AlertPage[] } | undefined
      const pages = held && ('pages' in held ? held.pages : [held])
      const alert = pages?.flatMap(({ alerts }) => alerts).find((each) => each.id === id)
      if (alert) return { alert, updatedAt: query.state.dataUpdatedAt }
    }
    return undefined
  }
  return queryOptions({
    queryKey: alertKeys.one(id),
    queryFn: async ({ signal }) => (await call('alert', { params: { id }, signal })).data,
    staleTime,
    ...kept,
    initialData: () => listed()?.alert,
    initialDataUpdatedAt: () => listed()?.updatedAt,
  })
}

/** What the two kinds of list keep in the cache. */
type Listed = AlertPage | InfiniteData<AlertPage, number>

/** A list without an alert that has left it. */
function without(held: Listed, id: number): Listed {
  const pages = 'pages' in held ? held.pages : [held]
  if (!pages.some(({ alerts }) => alerts.some((each) => each.id === id))) return held
  const left = ({ alerts, count }: AlertPage) => ({
    alerts: alerts.filter((each) => each.id !== id),
    count: count - 1,
  })
  return 'pages' in held ? { ...held, pages: held.pages.map(left) } : left(held)
}

/** Says that a person has seen to an alert; `at` is `YYYY-MM-DD HH:mm:ss` in the organization’s zone. */
export function useConfirmAlert() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, at, comment }: { id: number; at: string; comment: string }) => {
      const body = {
        is_alert: false as const,
        is_alerted: false as const,
        confirm_at: at,
        comment: comment.trim() === '' ? null : comment.trim(),
      }
      return (await call('updateAlert', { params: { id }, body })).data
    },
    onSuccess: (confirmed) => {
      client.setQueryData(alertKeys.one(confirmed.id), confirmed)
      client.setQueriesData<Listed>({ queryKey: lists }, (held) => held && without(held, confirmed.id))
      // Nobody waits for one stretch of a long list after the other.
      return client.invalidateQueries({
        queryKey: alertKeys.all,
        predicate: ({ state }) => !isLong(state.data),
      })
    },
  })
}
