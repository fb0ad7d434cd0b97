import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { roundEndpoints } from '../../../contract/rounds.ts'
import { call } from '../session/api.ts'
import { roundKeys } from './rounds.ts'

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
