import { queryOptions } from '@tanstack/react-query'
import { roundEndpoints } from '../../../contract/rounds.ts'
import { call } from '../session/api.ts'
import { userKeys } from './userKeys.ts'

/** Who may be in charge of rounds. */
export const assigneesQuery = queryOptions({
  queryKey: userKeys.assignees,
  queryFn: async ({ signal }) => (await call(roundEndpoints.roundAssignees, { signal })).data,
  staleTime: 60_000,
})
