import { queryOptions } from '@tanstack/react-query'
import { roundEndpoints } from '../../../contract/rounds.ts'
import { call } from '../api.ts'

/** The rounds of now, the past ones, and proposed orders. */
export const roundKeys = { all: ['rounds'] as const, now: ['rounds', 'now'] as const }

/** The present round of each inspection group. */
export const roundsQuery = queryOptions({
  queryKey: roundKeys.now,
  queryFn: async ({ signal }) => (await call(roundEndpoints.rounds, { signal })).data,
  staleTime: 30_000,
})
