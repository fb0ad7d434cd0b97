import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { roundEndpoints } from '../../../contract/rounds.ts'
import { roundKeys, roundsQuery } from '../queries/rounds.ts'
import { call } from '../session/api.ts'

export type RouteUpdate = z.output<typeof roundEndpoints.updateRoute.body>

/** Changes what is given of a group's order, schedule and person in charge; screens show it at once. */
export function useUpdateRoute() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ inspectionId, changes }: { inspectionId: number; changes: RouteUpdate }) =>
      (await call(roundEndpoints.updateRoute, { params: { id: inspectionId }, body: changes })).data,
    onSuccess: (saved) => {
      client.setQueryData(roundsQuery.queryKey, (rounds) =>
        rounds?.map((round) => (round.inspection_id === saved.inspection_id ? saved : round)),
      )
      void client.invalidateQueries({ queryKey: roundKeys.all })
    },
  })
}
