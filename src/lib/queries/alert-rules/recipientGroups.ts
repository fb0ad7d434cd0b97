import { queryOptions } from '@tanstack/react-query'
import { recipientGroupEndpoints } from '../../../../contract/alert-rules/recipientGroups.ts'
import { call } from '../../session/api.ts'

/** 通知先グループ of the organization. */
export const recipientGroupsQuery = queryOptions({
  queryKey: ['recipient-groups'] as const,
  queryFn: async ({ signal }) => (await call(recipientGroupEndpoints.recipientGroups, { signal })).data,
  staleTime: 30_000,
  refetchInterval: 60_000,
})
