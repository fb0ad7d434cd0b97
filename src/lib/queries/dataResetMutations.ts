import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataResetEndpoints } from '../../../contract/data-resets.ts'
import { call } from '../api.ts'
import { auditKeys } from './audit.ts'
import { dataResetQuery } from './dataResets.ts'

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
