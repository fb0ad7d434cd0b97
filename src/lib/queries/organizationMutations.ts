import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Endpoints } from '../../../contract/endpoints.ts'
import { call } from '../api.ts'
import { accountQuery } from './account.ts'
import { auditKeys } from './audit.ts'
import { organizationsQuery } from './organizations.ts'
import { plansQuery, planUsageQuery } from './plans.ts'

export type NewOrganization = z.output<Endpoints['createOrganization']['body']>
export type OrganizationUpdate = z.output<Endpoints['updateOrganization']['body']>
export type PlanInput = z.output<Endpoints['createPlan']['body']>

const refresh = (client: QueryClient) =>
  Promise.all(
    [
      ...[organizationsQuery, plansQuery, planUsageQuery, accountQuery].map(({ queryKey }) => queryKey),
      auditKeys.ofNoun('organization'),
    ].map((queryKey) => client.invalidateQueries({ queryKey })),
  )

export function useCreateOrganization() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: NewOrganization) => (await call('createOrganization', { body })).data,
    onSuccess: () => refresh(client),
  })
}

export function useUpdateOrganization() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: OrganizationUpdate & { id: number }) =>
      (await call('updateOrganization', { params: { id }, body })).data,
    onSuccess: () => refresh(client),
  })
}

/** Adds a plan, or changes the one with `id`. */
export function useSavePlan() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: PlanInput & { id: number | null }) =>
      id === null
        ? (await call('createPlan', { body })).data
        : (await call('updatePlan', { params: { id }, body })).data,
    onSuccess: () => refresh(client),
  })
}
