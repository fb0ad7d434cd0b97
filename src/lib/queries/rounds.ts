import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { roundEndpoints } from '../../../contract/rounds.ts'
import { call } from '../api.ts'

/** The rounds of now, and the past ones. */
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

/** Rounds that are over, the last first; of one inspection group, or of all. */
export const pastRoundsQuery = (inspectionId: number | undefined) =>
  infiniteQueryOptions({
    queryKey: roundKeys.past(inspectionId),
    queryFn: ({ pageParam, signal }) =>
      call(roundEndpoints.pastRounds, { query: { inspection_id: inspectionId, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 60_000,
  })

/** A round that is over, with its meters. */
export const pastRoundQuery = (id: number) =>
  queryOptions({
    queryKey: roundKeys.pastOne(id),
    queryFn: async ({ signal }) => (await call(roundEndpoints.pastRound, { params: { id }, signal })).data,
    staleTime: 60_000,
  })

/** The order of past walks, as it is now. */
export const fetchProposedRoute = async (id: number) =>
  (await call(roundEndpoints.proposedRoute, { params: { id } })).data
