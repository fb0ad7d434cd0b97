import { queryOptions } from '@tanstack/react-query'
import { organizationEndpoints } from '../../../contract/organizations.ts'
import { call } from '../api.ts'

/** All organizations; for system administrators. */
export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: async ({ signal }) => (await call(organizationEndpoints.organizations, { signal })).data,
  staleTime: 60_000,
})

export const organizationQuery = (id: number) =>
  queryOptions({
    queryKey: ['organizations', id],
    queryFn: async ({ signal }) =>
      (await call(organizationEndpoints.organization, { params: { id }, signal })).data,
    staleTime: 60_000,
  })
