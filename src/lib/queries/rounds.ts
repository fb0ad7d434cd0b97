import { queryOptions } from '@tanstack/react-query'
import { roundEndpoints } from '../../../contract/rounds.ts'
import { call } from '../session/api.ts'

/** All but `now` in `pastRounds.ts`, which a first visit does not load. */
export const roundKeys = {
  all: ['rounds'] as const,
  now: ['rounds', 'now'] as const,
  past: (inspectionId: number | undefined) => ['rounds', 'past', inspectionId] as const,
  pastOne: (id: number) => ['rounds', 'past-one', id] as const,
}

/** Due times pass, and rounds begin, without anybody telling of them. */
const dueInterval = 5 * 60_000

/** The present round of each inspection group. */
export const roundsQuery = queryOptions({
  queryKey: roundKeys.now,
  queryFn: async ({ signal }) => (await call(roundEndpoints.rounds, { signal })).data,
  staleTime: 30_000,
  refetchInterval: dueInterval,
})
