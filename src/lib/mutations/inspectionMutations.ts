import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Inspection, inspectionEndpoints } from '../../../contract/inspections.ts'
import { useAccount } from '../queries/account.ts'
import { inspectionKeys, inspectionsQuery } from '../queries/inspections.ts'
import { call } from '../session/api.ts'

interface InspectionInput {
  /** Null: a new one. */
  id: number | null
  name: string
  contact?: string
}

/**
 * Adds an inspection group, or changes the one with `id`, whose contact stays if none is given; lists show it at once and
 * reload behind it.
 */
export function useSaveInspection() {
  const client = useQueryClient()
  const { organization } = useAccount()
  return useMutation({
    mutationFn: async ({ id, ...fields }: InspectionInput): Promise<Inspection> => {
      const body = { ...fields, organization_id: organization.id }
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
