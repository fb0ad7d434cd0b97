import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

/** Of a list without end several stretches are here: to ask for it again is to ask for one after the other. */
export const isLong = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'pages' in data &&
  Array.isArray(data.pages) &&
  data.pages.length > 1

/** Asked for anew by itself only while that is one call; a long list waits until the person asks. */
export const unlessLong = {
  refetchOnMount: ({ state }: { state: { data: unknown } }) => !isLong(state.data),
  refetchOnReconnect: ({ state }: { state: { data: unknown } }) => !isLong(state.data),
  refetchOnWindowFocus: ({ state }: { state: { data: unknown } }) => !isLong(state.data),
}

/** Begins a list without end again with its first stretch, and asks for that anew. */
export async function newestAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  client.setQueryData<InfiniteData<unknown>>(
    queryKey,
    (held) => held && { pages: held.pages.slice(0, 1), pageParams: held.pageParams.slice(0, 1) },
  )
  window.scrollTo({ top: 0 })
  await client.invalidateQueries({ queryKey, exact: true })
}
