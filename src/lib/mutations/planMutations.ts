import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { planEndpoints } from '../../../contract/plans.ts'
import { call } from '../session/api.ts'
import { invalidateOrganizations } from './organizationMutations.ts'

export type PlanInput = z.output<typeof planEndpoints.createPlan.body>

/** Adds a plan, or changes the one with `id`. */
export function useSavePlan() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: PlanInput & { id: number | null }) =>
      id === null
        ? (await call(planEndpoints.createPlan, { body })).data
        : (await call(planEndpoints.updatePlan, { params: { id }, body })).data,
    onSuccess: () => invalidateOrganizations(client),
  })
}
