import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Endpoints } from '../../../contract/endpoints.ts'
import { call } from '../api.ts'
import { invalidateOrganizations } from './organizationMutations.ts'

export type PlanInput = z.output<Endpoints['createPlan']['body']>

/** Adds a plan, or changes the one with `id`. */
export function useSavePlan() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: PlanInput & { id: number | null }) =>
      id === null
        ? (await call('createPlan', { body })).data
        : (await call('updatePlan', { params: { id }, body })).data,
    onSuccess: () => invalidateOrganizations(client),
  })
}
