import { queryOptions } from '@tanstack/react-query'
import { organizationDetailEndpoints } from '../../../contract/organization-detail.ts'
import { organizationEndpoints } from '../../../contract/organizations.ts'
import { call } from '../session/api.ts'

export const organizationKeys = {
  all: ['organizations'] as const,
  one: (id: number) => ['organizations', id] as const,
}

/** All organizations; for system administrators. */
export const organizationsQuery = queryOptions({
  queryKey: organizationKeys.all,
  queryFn: async ({ signal }) => (await call(organizationEndpoints.organizations, { signal })).data,
  staleTime: 60_000,
})

export const organizationQuery = (id: number) =>
  queryOptions({
    queryKey: organizationKeys.one(id),
    queryFn: async ({ signal }) =>
      (await call(organizationDetailEndpoints.organization, { params: { id }, signal })).data,
    staleTime: 60_000,
  })
