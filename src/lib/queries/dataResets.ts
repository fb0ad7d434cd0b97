import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { DataReset } from '../../../contract/data-resets.ts'
import { dataResetEndpoints } from '../../../contract/data-resets.ts'
import { call } from '../api.ts'
import { auditKeys } from './audit.ts'

export const isUnderWay = (reset: DataReset | null | undefined): boolean =>
  reset !== null && reset !== undefined && reset.finished_at === null

/** Milliseconds between two looks: while it runs, and to see one that somebody else starts. */
const runningInterval = 1000
const idleInterval = 10_000

/** The last initialisation of an organization’s data. Its changes are told to that organization’s screens only. */
export const dataResetQuery = (organizationId: number) =>
  queryOptions({
    queryKey: ['data-reset', organizationId],
    queryFn: async ({ signal }) =>
      (await call(dataResetEndpoints.dataReset, { query: { organization_id: organizationId }, signal })).data,
    refetchInterval: ({ state: { data } }) => (isUnderWay(data) ? runningInterval : idleInterval),
    staleTime: 0,
  })

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
