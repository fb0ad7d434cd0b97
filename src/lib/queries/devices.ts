import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'

/** Devices of the organization, of every type. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: async ({ signal }) => (await call('devices', { signal })).data,
  staleTime: 60_000,
})
