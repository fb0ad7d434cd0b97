import { queryOptions } from '@tanstack/react-query'
import { searchEndpoints } from '../../../../contract/search.ts'
import { call } from '../../session/api.ts'

/** What the server finds for the text. */
export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: async ({ signal }) => (await call(searchEndpoints.search, { query: { text }, signal })).data,
    staleTime: 30_000,
    gcTime: 60_000,
    meta: { keptFor: 0 },
  })
