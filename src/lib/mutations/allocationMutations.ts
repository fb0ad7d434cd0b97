import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type AllocationRuleUpdate, allocationEndpoints } from '../../../contract/usage/allocations.ts'
import { closingKeys } from '../queries/closings/closingKeys.ts'
import { meterKeys } from '../queries/meters.ts'
import { call } from '../session/api.ts'

/** Boards of months that are not closed follow from the rules, and the list of meters names the method. */
const reload = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: closingKeys.allocations }),
    client.invalidateQueries({ queryKey: closingKeys.months }),
    client.invalidateQueries({ queryKey: meterKeys.list }),
  ])

/** Allocates the usage of a meter from a month on. */
export function useSetAllocationRule(meterId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ month, body }: { month: string; body: AllocationRuleUpdate }) =>
      call(allocationEndpoints.setAllocationRule, { params: { id: meterId, month }, body }),
    onSuccess: () => void reload(client),
  })
}

/** Deletes the rule that begins at a month. */
export function useDeleteAllocationRule(meterId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (month: string) =>
      call(allocationEndpoints.deleteAllocationRule, { params: { id: meterId, month } }),
    onSuccess: () => void reload(client),
  })
}
