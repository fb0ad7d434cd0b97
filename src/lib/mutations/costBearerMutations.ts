import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type CostBearer, costBearerEndpoints } from '../../../contract/cost-bearers.ts'
import { useAccount } from '../queries/account.ts'
import { costBearerKeys } from '../queries/costBearerKeys.ts'
import { costBearersQuery } from '../queries/costBearers.ts'
import { call } from '../session/api.ts'

/** Adds a cost bearer, or changes the one with `id`; lists show it at once and reload behind it. */
export function useSaveCostBearer() {
  const client = useQueryClient()
  const { organization } = useAccount()
  return useMutation({
    mutationFn: async ({ id, name, status }: Omit<CostBearer, 'id'> & { id: number | null }) => {
      const body = { name, organization_id: organization.id }
      const { data } =
        id === null
          ? await call(costBearerEndpoints.createCostBearer, { body })
          : await call(costBearerEndpoints.updateCostBearer, { params: { id }, body: { ...body, status } })
      return data
    },
    onSuccess: (saved) => {
      client.setQueryData(
        costBearersQuery.queryKey,
        (rows) => rows && [...rows.filter(({ id }) => id !== saved.id), saved],
      )
      void client.invalidateQueries({ queryKey: costBearerKeys.all })
    },
  })
}

export function useDeleteCostBearer() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) =>
      (await call(costBearerEndpoints.deleteCostBearer, { params: { id } })).data,
    onSettled: () => client.invalidateQueries({ queryKey: costBearerKeys.all }),
  })
}
