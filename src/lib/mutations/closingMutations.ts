import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ClosingCreate, closingEndpoints } from '../../../contract/closing/closings.ts'
import { type CycleFields, cycleEndpoints } from '../../../contract/closing/cycles.ts'
import { useAccount } from '../queries/account.ts'
import { closingKeys } from '../queries/closings/closingKeys.ts'
import { call } from '../session/api.ts'

/** Adds a closing cycle, or changes the one with `id`. */
export function useSaveCycle() {
  const client = useQueryClient()
  const { organization } = useAccount()
  return useMutation({
    mutationFn: async ({ id, ...fields }: Omit<CycleFields, 'organization_id'> & { id: number | null }) => {
      const body = { ...fields, organization_id: organization.id }
      return id === null
        ? (await call(cycleEndpoints.createClosingCycle, { body })).data
        : (await call(cycleEndpoints.updateClosingCycle, { params: { id }, body })).data
    },
    onSuccess: () => client.invalidateQueries({ queryKey: closingKeys.all }),
  })
}

export function useDeleteCycle() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(cycleEndpoints.deleteClosingCycle, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: closingKeys.all }),
  })
}

/** Closes a month of a cycle, or closes it again. A refusal also shows the month as it is now. */
export function useCloseMonth(cycleId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: ClosingCreate) =>
      (await call(closingEndpoints.closeMonth, { params: { id: cycleId }, body })).data,
    onSettled: () => client.invalidateQueries({ queryKey: closingKeys.months }),
  })
}
