import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Inspection, inspectionEndpoints } from '../../../contract/inspections.ts'
import { call } from '../api.ts'
import { useAccount } from './account.ts'
import { inspectionKeys, inspectionsQuery } from './inspections.ts'

/** Adds an inspection group, or renames the one with `id`; lists show it at once and reload behind it. */
export function useSaveInspection() {
  const client = useQueryClient()
  const { organization } = useAccount()
  return useMutation({
    mutationFn: async ({ id, name }: { id: number | null; name: string }): Promise<Inspection> => {
      const body = { name, organization_id: organization.id }
      const { data } =
        id === null
          ? await call(inspectionEndpoints.createInspection, { body })
          : await call(inspectionEndpoints.updateInspection, { params: { id }, body })
      return data
    },
    onSuccess: (saved) => {
      client.setQueryData(
        inspectionsQuery.queryKey,
        (rows) => rows && [...rows.filter(({ id }) => id !== saved.id), saved],
      )
      void client.invalidateQueries({ queryKey: inspectionKeys.all })
    },
  })
}
