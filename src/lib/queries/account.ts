import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { userEndpoints } from '../../../contract/users.ts'
import { call } from '../api.ts'

export const accountKeys = { all: ['account'] as const }

/** The signed-in user in the session's organization. */
export const accountQuery = queryOptions({
  queryKey: accountKeys.all,
  queryFn: async ({ signal }) => (await call(userEndpoints.me, { signal })).data,
  staleTime: 5 * 60_000,
  // How far the demonstration is changes by itself.
  refetchInterval: ({ state }) => (state.data?.organization.filling === undefined ? false : 5000),
})

/** Below the signed-in layout the account is always there. */
export const useAccount = () => useSuspenseQuery(accountQuery).data
