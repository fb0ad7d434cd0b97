import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { organizationEndpoints } from '../../../contract/organizations.ts'
import { planEndpoints } from '../../../contract/plans.ts'
import { call } from '../api.ts'
import { accountQuery } from './account.ts'
import { organizationsQuery } from './organizations.ts'
import { plansQuery, planUsageQuery } from './plans.ts'

export type NewOrganization = z.output<typeof organizationEndpoints.createOrganization.body>
export type OrganizationUpdate = z.output<typeof organizationEndpoints.updateOrganization.body>
export type PlanInput = z.output<typeof planEndpoints.createPlan.body>

const refresh = (client: QueryClient) =>
  Promise.all(
    [organizationsQuery, plansQuery, planUsageQuery, accountQuery].map(({ queryKey }) =>
      client.invalidateQueries({ queryKey }),
    ),
  )

export function useCreateOrganization() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: NewOrganization) =>
      (await call(organizationEndpoints.createOrganization, { body })).data,
    onSuccess: () => refresh(client),
  })
}

export function useUpdateOrganization() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: OrganizationUpdate & { id: number }) =>
      (await call(organizationEndpoints.updateOrganization, { params: { id }, body })).data,
    onSuccess: () => refresh(client),
  })
}

/** Adds a plan, or changes the one with `id`. */
export function useSavePlan() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: PlanInput & { id: number | null }) =>
      id === null
        ? (await call(planEndpoints.createPlan, { body })).data
        : (await call(planEndpoints.updatePlan, { params: { id }, body })).data,
    onSuccess: () => refresh(client),
  })
}
