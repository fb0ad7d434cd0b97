import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataResetEndpoints } from '../../../contract/data-resets.ts'
import { auditKeys } from '../queries/auditKeys.ts'
import { dataResetQuery } from '../queries/dataResets.ts'
import { call } from '../session/api.ts'

export function useStartDataReset(organizationId: number) {
  const client = useQueryClient()
  const { queryKey } = dataResetQuery(organizationId)
  return useMutation({
    mutationFn: async () =>
      (await call(dataResetEndpoints.startDataReset, { body: { organization_id: organizationId } })).data,
    onSuccess: (reset) => {
      client.setQueryData(queryKey, reset)
      void client.invalidateQueries({ queryKey: auditKeys.ofNoun('organization') })
    },
    // Refused because another one runs: seen at once.
    onError: () => client.invalidateQueries({ queryKey }),
  })
}
