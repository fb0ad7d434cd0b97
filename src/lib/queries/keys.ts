import { queryOptions } from '@tanstack/react-query'
import { type AccessLog, keyEndpoints } from '../../../contract/keys.ts'
import { userEndpoints } from '../../../contract/users.ts'
import { call } from '../session/api.ts'
import { type List, listKeys } from './pagedList.ts'
import { userKeys } from './userKeys.ts'

export const apiKeyKeys = {
  all: ['keys'] as const,
  accessLogs: listKeys('access-logs').all,
}

/** API keys with their secrets: no copy is kept on the device. */
export const keysQuery = queryOptions({
  queryKey: apiKeyKeys.all,
  queryFn: async ({ signal }) => (await call(keyEndpoints.keys, { signal })).data,
  staleTime: 30_000,
  // Calls are counted while somebody looks.
  refetchInterval: 60_000,
  meta: { keptFor: 0 },
})

/** Whom a key may act as is chosen among these. */
export const keyUsersQuery = queryOptions({
  queryKey: userKeys.ofApiKeys,
  queryFn: async ({ signal }) => (await call(userEndpoints.users, { signal })).data,
  staleTime: 60_000,
})

/** Where nobody tells of changes. */
const pollInterval = 60_000

/** Calls with keys, newest first. */
export const accessLogList: List<AccessLog> = {
  noun: 'access-logs',
  filters: {},
  order: 'desc',
  fetch: async ({ limit, skip, after }, signal) => {
    const { data, ...rest } = await call(keyEndpoints.accessLogs, { query: { limit, skip, after }, signal })
    return { rows: data, ...rest }
  },
  pollInterval: () => pollInterval,
}
