import {
  keepPreviousData,
  type Query,
  type QueryClient,
  type QueryKey,
  queryOptions,
  skipToken,
} from '@tanstack/react-query'
import { isLive } from '../liveState.ts'
import {
  fetchStretch,
  type List,
  type ListPage,
  type Outline,
  outlineAtFirst,
  stretchRows,
} from './stretches.ts'

export { type List, type ListPage, type ListPart, stretchRows } from './stretches.ts'

const staleTime = 30_000

/** Every period, filter and page is a list of its own; the device keeps those of yesterday and today. */
const kept = { gcTime: 48 * 60 * 60_000, meta: { keptFor: 48 * 60 * 60_000 } }

/** A list without end is too long to be written to the device again and again. */
const notKept = { gcTime: 5 * 60_000, meta: { keptFor: 0 } }

export const pageKey = (noun: string, filters: object, page: number, limit: number) =>
  [noun, 'list', 'page', filters, page, limit] as const

/** Begins the keys of all stretches of a list. */
export const stretchesKey = <Row>({ noun, filters }: List<Row>) => [noun, 'list', 'stretch', filters] as const

/** Asks again by itself where nobody tells of changes, and when somebody looks; one that is `still` does neither. */
const renewed = <Row>({ patience }: List<Row>, still: boolean) => ({
  staleTime,
  refetchInterval: ({ state }: { state: { data: ListPage<Row> | undefined } }) =>
    !still && !isLive() && patience(state.data?.rows),
  refetchOnWindowFocus: !still,
  placeholderData: keepPreviousData<ListPage<Row>>,
})

/** One page; `page` counts from 1. Below the first page new rows would push away what the person reads. */
export function pageQuery<Row>(list: List<Row>, page: number, limit: number) {
  const still = list.order === 'desc' && page > 1
  return queryOptions({
    queryKey: pageKey(list.noun, list.filters, page, limit) as QueryKey,
    queryFn: ({ signal }) => list.fetch({ skip: (page - 1) * limit, limit }, signal),
    ...kept,
    meta: { ...kept.meta, still },
    ...renewed(list, still),
  })
}

/** Some hundred rows of a list without pages; of a `long` one only when the person asks or scrolls there. */
export const stretchQuery = <Row>(list: List<Row>, after: string, long: boolean) =>
  queryOptions({
    queryKey: [...stretchesKey(list), after] as QueryKey,
    queryFn: ({ client, signal }) => fetchStretch(list, outlineOf(client, list), after, signal),
    ...notKept,
    meta: { ...notKept.meta, still: long },
    ...renewed(list, long),
    // Whoever comes back to a long one finds it as it was, but for what was changed meanwhile.
    refetchOnMount: ({ state }) => !long || state.isInvalidated,
    refetchOnReconnect: !long,
  })

/** The first rows as they are now, with which a long list begins again; only when the person asks. */
export const newestQuery = <Row>({ noun, filters, fetch }: List<Row>) =>
  queryOptions({
    queryKey: [noun, 'newest', filters] as QueryKey,
    queryFn: ({ signal }) => fetch({ limit: stretchRows }, signal),
    enabled: false,
    ...notKept,
    gcTime: 0,
  })

/** Which stretches of a list without pages are known. */
export const outlineQuery = <Row>({ noun, filters }: List<Row>) =>
  queryOptions({
    queryKey: [noun, 'outline', filters] as QueryKey,
    queryFn: skipToken as typeof skipToken | (() => Outline),
    ...notKept,
  })

const outlineOf = <Row>(client: QueryClient, list: List<Row>): Outline =>
  client.getQueryData(outlineQuery(list).queryKey) ?? outlineAtFirst

/** How many rows the filters select now; for lists that stay as they are. */
export const countQuery = <Row>(list: List<Row>) =>
  queryOptions({
    queryKey: [list.noun, 'newer', list.filters] as QueryKey,
    queryFn: async ({ signal }) => (await list.fetch({ limit: 1 }, signal)).count,
    staleTime: 0,
    ...notKept,
    refetchInterval: () => !isLive() && list.patience(undefined),
  })

/** What a person has scrolled on in: it shows their changes already, and is fetched again only when they ask. */
export const isOfLong = ({ queryKey, meta }: Pick<Query, 'queryKey' | 'meta'>): boolean =>
  queryKey[1] === 'list' && queryKey[2] === 'stretch' && meta?.still === true

interface Identified {
  id: number
}

/** A row that some list holds, and when it was fetched. */
export function listedRow<Row extends Identified>(client: QueryClient, noun: string, id: number) {
  for (const { state } of client.getQueryCache().findAll({ queryKey: [noun, 'list'] })) {
    const held = state.data as ListPage<Row> | undefined
    const row = held?.rows.find((each) => each.id === id)
    if (row) return { row, updatedAt: state.dataUpdatedAt }
  }
  return undefined
}

/** Shows a changed row in every list. */
export const replaceListed = <Row extends Identified>(client: QueryClient, noun: string, changed: Row) =>
  client.setQueriesData<ListPage<Row>>(
    { queryKey: [noun, 'list'] },
    (held) => held && { ...held, rows: held.rows.map((row) => (row.id === changed.id ? changed : row)) },
  )

/** Takes a row out of every list. How many there are is said by a page itself, and by the first stretch. */
export function removeListed(client: QueryClient, noun: string, id: number): void {
  const held = client.getQueriesData<ListPage<Identified>>({ queryKey: [noun, 'list'] })
  for (const [key, page] of held) {
    if (!page?.rows.some((row) => row.id === id)) continue
    const less = (counted: ListPage<Identified> | undefined) =>
      counted && { ...counted, count: counted.count - 1 }
    client.setQueryData(key, { ...page, rows: page.rows.filter((row) => row.id !== id) })
    client.setQueryData(key[2] === 'stretch' ? key.with(-1, '') : key, less)
  }
}
