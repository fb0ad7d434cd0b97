import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { organizationEndpoints } from '../../../contract/organizations.ts'
import { accountKeys } from '../queries/account.ts'
import { auditKeys } from '../queries/auditKeys.ts'
import { organizationKeys } from '../queries/organizations.ts'
import { planKeys } from '../queries/plans.ts'
import { call } from '../session/api.ts'

export type NewOrganization = z.output<typeof organizationEndpoints.createOrganization.body>
export type OrganizationUpdate = z.output<typeof organizationEndpoints.updateOrganization.body>

/** What shows organizations and plans; the account may be of one of them. */
export const invalidateOrganizations = (client: QueryClient) =>
  Promise.all(
    [
      organizationKeys.all,
      planKeys.all,
      planKeys.usage,
      accountKeys.all,
      auditKeys.ofNoun('organization'),
    ].map((queryKey) => client.invalidateQueries({ queryKey })),
  )

export function useCreateOrganization() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: NewOrganization) =>
      (await call(organizationEndpoints.createOrganization, { body })).data,
    onSuccess: () => invalidateOrganizations(client),
  })
}

export function useUpdateOrganization() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: OrganizationUpdate & { id: number }) =>
      (await call(organizationEndpoints.updateOrganization, { params: { id }, body })).data,
    onSuccess: () => invalidateOrganizations(client),
  })
}
