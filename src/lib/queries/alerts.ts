import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Alert, alertEndpoints } from '../../../contract/alerts.ts'
import type { Reading } from '../../../contract/readings.ts'
import { type Span, spanQuery } from '../../../contract/time/spans.ts'
import { isLive } from '../live/eventStreamState.ts'
import { call } from '../session/api.ts'
import { chunkRows, type List, type ListPart, listedRow, listKeys } from './pagedList.ts'

/** Where an alert stands: it goes on, it is over, or somebody has seen to it. */
export const alertStates = ['occurring', 'past', 'confirmed'] as const
export type AlertState = (typeof alertStates)[number]

/** Which alerts a list shows, and in what order. */
export interface AlertFilters {
  state: AlertState
  meterIds?: readonly number[]
  unitIds?: readonly number[]
  groupIds?: readonly number[]
  /** Days on which alerts began. */
  began?: Span
  /** Part of the name of who confirmed it. */
  confirmedBy?: string | undefined
  /** Who works on it: this user, nobody, or the user of this id. */
  assignee?: 'me' | 'none' | number | undefined
  sort: 'created_at' | 'updated_at' | 'confirm_at' | 'id'
  order: 'asc' | 'desc'
}

export const alertKeys = {
  ...listKeys('alerts'),
  occurring: ['alerts', 'occurring'] as const,
  past: ['alerts', 'past'] as const,
  worsened: ['alerts', 'worsened'] as const,
  manyOpened: ['alerts', 'many-opened'] as const,
  earlierThan: (meterId: number, time: string) => ['alerts', 'earlier', meterId, time] as const,
  ofMeters: (meterIds: readonly number[], span: Span) => ['alerts', 'of-meters', meterIds, span] as const,
  around: (readingIds: readonly number[]) => ['alerts', 'around', readingIds] as const,
  one: (id: number) => ['alerts', 'one', id] as const,
}

const staleTime = 30_000
const kept = { gcTime: 48 * 60 * 60_000, meta: { keptFor: 48 * 60 * 60_000 } }
const notKept = { gcTime: 5 * 60_000, meta: { keptFor: 0 } }
/** Where nobody tells of changes. */
const pollInterval = 60_000
const refetchInterval = () => !isLive() && pollInterval

const flags = {
  occurring: { is_alert: true, is_alerted: true },
  past: { is_alert: false, is_alerted: true },
  confirmed: { is_alert: false, is_alerted: false, is_confirm: true },
} as const

const someOf = (ids: readonly number[] = []) => (ids.length > 0 ? [...ids] : undefined)

const askedBy = ({ state, meterIds, unitIds, groupIds, began, sort, order, ...rest }: AlertFilters) => ({
  ...flags[state],
  meter_ids: someOf(meterIds),
  meter_unit_ids: someOf(unitIds),
  meter_group_ids: someOf(groupIds),
  created_span: began && spanQuery(began),
  confirmed_by: rest.confirmedBy,
  assignee: rest.assignee,
  sort_by: sort,
  sort_type: order,
})

const fetchAlerts = (filters: AlertFilters, part: ListPart, signal: AbortSignal) =>
  call(alertEndpoints.alerts, { query: { ...askedBy(filters), ...part }, signal })

/** The alerts that the filters select. */
export const alertList = (filters: AlertFilters): List<Alert> => ({
  noun: 'alerts',
  filters,
  order: filters.order,
  fetch: async (part, signal) => {
    const { data, ...rest } = await fetchAlerts(filters, part, signal)
    return { rows: data, ...rest }
  },
  pollInterval: () => pollInterval,
})

/** So many of those that were opened last are looked through for those that nobody has been told of. */
const newest = 10

async function lastOpened(limit: number, signal: AbortSignal) {
  const filters = { state: 'occurring', sort: 'id', order: 'desc' } as const
  const { data: alerts, count } = await fetchAlerts(filters, { limit }, signal)
  return { alerts, count }
}

/** The alerts that occur now: how many, and those that were opened last, the last one first. */
export const occurringAlertsQuery = queryOptions({
  queryKey: alertKeys.occurring,
  queryFn: ({ signal }) => lastOpened(newest, signal),
  staleTime,
  ...kept,
  refetchInterval,
})

/** How many alerts ended that nobody has confirmed. */
export const pastAlertsQuery = queryOptions({
  queryKey: alertKeys.past,
  queryFn: async ({ signal }) => {
    const filters = { state: 'past', sort: 'id', order: 'desc' } as const
    return (await fetchAlerts(filters, { limit: 1 }, signal)).count
  },
  staleTime,
  ...kept,
  refetchInterval,
})

/** As many as the server gives at once. */
const maxOfMeters = 1000

/**
 * The alerts of these meters that have readings in the span: first the unconfirmed ones, then the confirmed ones, the last
 * begun first. They are asked for apart, so that many confirmed alerts do not displace unconfirmed ones.
 */
export const meterAlertsQuery = (meterIds: readonly number[], span: Span) =>
  queryOptions({
    queryKey: alertKeys.ofMeters(meterIds, span),
    queryFn: async ({ signal }) => {
      const query = {
        meter_ids: [...meterIds],
        measured_span: spanQuery(span),
        sort_by: 'created_at' as const,
        limit: maxOfMeters,
      }
      const [unconfirmed, confirmed] = await Promise.all([
        call(alertEndpoints.alerts, { query: { ...query, is_alerted: true }, signal }),
        call(alertEndpoints.alerts, { query: { ...query, is_alerted: false }, signal }),
      ])
      return [...unconfirmed.data, ...confirmed.data]
    },
    enabled: meterIds.length > 0,
    staleTime,
    ...notKept,
    refetchInterval,
    placeholderData: keepPreviousData,
  })

/**
 * The alerts of the meters of these readings, whenever they were measured, the last begun first. The readings are part
 * of the key, so that the answer is newer than they are and has every alert that they opened.
 */
export const alertsAroundQuery = (readings: readonly Pick<Reading, 'id' | 'meter_id'>[]) =>
  queryOptions({
    queryKey: alertKeys.around(readings.map(({ id }) => id)),
    queryFn: async ({ signal }) => {
      const meterIds = [...new Set(readings.map(({ meter_id }) => meter_id))]
      const query = { meter_ids: meterIds, sort_by: 'created_at' as const, limit: maxOfMeters }
      return (await call(alertEndpoints.alerts, { query, signal })).data
    },
    enabled: readings.length > 0,
    staleTime,
    ...notKept,
    refetchInterval,
  })

/** As `occurringAlertsQuery`, when more have been opened at once than it returns. */
export const manyOpenedQuery = queryOptions({
  queryKey: alertKeys.manyOpened,
  queryFn: ({ signal }) => lastOpened(chunkRows, signal),
  staleTime: 0,
  ...notKept,
})

/** One alert; what a list already holds is shown until the answer comes, and without signal. */
export const alertQuery = (client: QueryClient, id: number) =>
  queryOptions({
    queryKey: alertKeys.one(id),
    queryFn: async ({ signal }) => (await call(alertEndpoints.alert, { params: { id }, signal })).data,
    staleTime,
    ...kept,
    initialData: () => listedRow<Alert>(client, 'alerts', id)?.row,
    initialDataUpdatedAt: () => listedRow(client, 'alerts', id)?.updatedAt,
  })

/** As many are asked for; the alert itself is among them. */
const maxEarlier = 10

/** The alerts of a meter that began until a local time of spans, the last begun first, and how many there are. */
export const earlierAlertsQuery = (meterId: number, until: string) =>
  queryOptions({
    queryKey: alertKeys.earlierThan(meterId, until),
    queryFn: async ({ signal }) => {
      const query = {
        meter_ids: [meterId],
        created_span: { from: null, to: until },
        sort_by: 'created_at' as const,
        limit: maxEarlier,
      }
      const { data: alerts, count } = await call(alertEndpoints.alerts, { query, signal })
      return { alerts, count }
    },
    staleTime,
    ...notKept,
  })
