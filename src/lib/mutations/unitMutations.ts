import { useMutation, useQueryClient } from '@tanstack/react-query'
import { unitEndpoints } from '../../../contract/units.ts'
import { unitKeys } from '../queries/units.ts'
import { call } from '../session/api.ts'

/** Adds a unit, or changes the one with `id`. */
export function useSaveUnit() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, name, status }: { id: number | null; name: string; status: 0 | 1 }) =>
      id === null
        ? (await call(unitEndpoints.createUnit, { body: { name } })).data
        : (await call(unitEndpoints.updateUnit, { params: { id }, body: { name, status } })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: unitKeys.all }),
  })
}

export function useDeleteUnit() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => (await call(unitEndpoints.deleteUnit, { params: { id } })).data,
    onSettled: () => client.invalidateQueries({ queryKey: unitKeys.all }),
  })
}
