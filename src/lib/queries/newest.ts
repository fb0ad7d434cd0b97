import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

/** Begins a list without end again with its first stretch, and asks for that anew. */
export async function newestAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  client.setQueryData<InfiniteData<unknown>>(
    queryKey,
    (held) => held && { pages: held.pages.slice(0, 1), pageParams: held.pageParams.slice(0, 1) },
  )
  window.scrollTo({ top: 0 })
  await client.invalidateQueries({ queryKey, exact: true })
}
