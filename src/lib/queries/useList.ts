import {
  hashKey,
  type Query,
  replaceEqualDeep,
  type UseQueryResult,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { PageSize } from '../../ui/table/pages.ts'
import {
  countQuery,
  type List,
  type ListPage,
  newestQuery,
  outlineQuery,
  pageQuery,
  stretchesKey,
  stretchQuery,
} from './list.ts'
import { extended, joined, noted, outlineAtFirst, stretchesOf } from './stretches.ts'

/** What a list shows, whether it has pages or not. */
export interface Listed<Row> {
  /** Undefined: nothing is known yet. Of a list without pages those far from what is looked at are not here. */
  rows: readonly (Row | undefined)[] | undefined
  /** How many the filters select in all. */
  count: number
  /** What is shown belongs to the filters or page before. */
  outdated: boolean
  /** In milliseconds since 1970; 0: never. */
  fetchedAt: number
  error: Error | null
  refresh: () => Promise<unknown>
  /** Says which rows of a list without pages are looked at. */
  look: (first: number, last: number) => void
  /** Rows that follow can be had. */
  more: (() => void) | undefined
  /** Rows that follow are on their way. */
  growing: boolean
  /** The search stopped on its way; `more` goes on. */
  partial: boolean
  /** So many have come since; the list stays as it is until the person wants to see them. */
  newer: number
  /** Begins a list without pages again from its newest, as soon as these are here. */
  showNewest: () => Promise<unknown>
  /** When it began again, in milliseconds since 1970; 0: it did not. */
  begunAt: number
}

/** So many rows before and behind those that are looked at are kept, and asked for before anybody comes to them. */
const around = 200
/** Whoever scrolls is heard every so many rows. */
const step = 100

export function useList<Row extends { id: number }>(
  list: List<Row>,
  page: number,
  size: PageSize,
): Listed<Row> {
  const client = useQueryClient()
  const all = size === 'all'
  const name = hashKey([list.noun, list.filters])
  const [looked, setLooked] = useState({ name: '', first: 0, last: 0 })
  const isLooked = looked.name === name
  const { first: top, last: bottom } = isLooked ? looked : { first: 0, last: 0 }

  const known = useQuery(outlineQuery(list))
  const outline = known.data ?? outlineAtFirst
  const long = all && outline.length > 1
  const near = useMemo(() => stretchesOf(outline, top - around, bottom + around), [outline, top, bottom])
  const isHeadNear = !all || near[0] === ''
  const head = useQuery({
    ...(all ? stretchQuery(list, '', long) : pageQuery(list, page, size)),
    enabled: isHeadNear,
  })
  const followers = useMemo(() => (all ? near.filter((after) => after !== '') : []), [all, near])
  const tail = useQueries({
    queries: followers.map((after) => stretchQuery(list, after, true)),
    combine: together<Row>,
  })
  const { data: first, isPlaceholderData: outdated } = head

  const parts = useMemo(() => {
    const held = new Map(first && !outdated ? [['', first]] : [])
    for (const [index, after] of followers.entries()) {
      const part = tail.parts[index]
      if (part) held.set(after, part)
    }
    return held
  }, [first, outdated, followers, tail.parts])
  // As many as a hundred thousand: joined when some arrive, not whenever the screen is drawn.
  const rows = useMemo(
    () => (all && !outdated && first ? joined(outline, parts) : first?.rows),
    [all, outdated, first, outline, parts],
  )
  const { queryKey: outlineKey } = outlineQuery(list)
  const stretches = stretchesKey(list)
  useEffect(() => {
    const told = all ? replaceEqualDeep(outline, noted(list, outline, parts)) : outline
    if (told !== outline) client.setQueryData(outlineKey, told)
    // What is far from the screen, or from before the list began again, is asked for when somebody comes to it. Where
    // that is must be known: the list may have been come back to.
    if (all && isLooked)
      client.removeQueries({ queryKey: stretches, type: 'inactive', predicate: isFollower })
  })

  const count = first?.count ?? 0
  const partial = first?.partial ?? false
  const missing = (isHeadNear ? head.error : null) ?? tail.error
  const end = outline.at(-1)
  // A search that stopped on its way has no count to compare with.
  const still = list.order === 'desc' && !partial && (all ? long : page > 1)
  const { data: now = count } = useQuery({ ...countQuery(list), enabled: still })

  const idle = !outdated && missing === null && !head.isFetching && !tail.fetching
  const more =
    all && idle && end?.next ? () => void client.setQueryData(outlineKey, extended(outline)) : undefined
  const newest = useQuery(newestQuery(list))
  const showNewest = async () => {
    const answer = await newest.refetch()
    if (!answer.isSuccess) return
    // What is on its way belongs to the list as it was.
    void client.cancelQueries({ queryKey: stretches })
    client.setQueryData(outlineKey, outlineAtFirst)
    client.setQueryData(stretchQuery(list, '', false).queryKey, answer.data)
    setLooked({ name, first: 0, last: 0 })
  }
  const refresh = () => {
    if (!long) return head.refetch()
    if (newest.error) return showNewest()
    if (missing) return client.refetchQueries({ queryKey: stretches, type: 'active', predicate: hasFailed })
    // Whoever has read on stays there.
    return top > 0 ? client.refetchQueries({ queryKey: stretches, type: 'active' }) : showNewest()
  }
  const look = (firstRow: number, lastRow: number) => {
    const next = { name, first: Math.floor(firstRow / step) * step, last: Math.ceil(lastRow / step) * step }
    setLooked((held) => replaceEqualDeep(held, next))
    if (lastRow + around >= (rows?.length ?? 0)) more?.()
  }
  return {
    rows,
    count,
    outdated,
    fetchedAt: oldest([isHeadNear ? head.dataUpdatedAt : 0, tail.updatedAt]),
    error: (long ? newest.error : null) ?? missing,
    refresh,
    look,
    more,
    growing: long && end?.rows === 0 && tail.fetching,
    partial,
    newer: still && !outdated ? Math.max(0, now - count) : 0,
    showNewest,
    begunAt: newest.dataUpdatedAt,
  }
}

const isFollower = ({ queryKey }: Query) => queryKey.at(-1) !== ''
const hasFailed = ({ state }: Query) => state.error !== null

/** In milliseconds since 1970; 0: never. */
function oldest(times: readonly number[]): number {
  const known = times.filter((time) => time > 0)
  return known.length > 0 ? Math.min(...known) : 0
}

const together = <Row>(results: UseQueryResult<ListPage<Row>>[]) => ({
  parts: results.map(({ data }) => data),
  error: results.find(({ error }) => error !== null)?.error ?? null,
  fetching: results.some(({ isFetching }) => isFetching),
  updatedAt: oldest(results.map(({ dataUpdatedAt }) => dataUpdatedAt)),
})
