import { queryOptions } from '@tanstack/react-query'
import { type DataReset, dataResetEndpoints } from '../../../contract/data-resets.ts'
import { call } from '../session/api.ts'

export const dataResetKeys = {
  of: (organizationId: number) => ['data-reset', organizationId] as const,
}

export const isUnderWay = (reset: DataReset | null | undefined): boolean =>
  reset !== null && reset !== undefined && reset.finished_at === null

/** Milliseconds between two looks: while it runs, and to see one that somebody else starts. */
const runningInterval = 1000
const idleInterval = 10_000

/** The last initialisation of an organization’s data. Its changes are told to that organization’s screens only. */
export const dataResetQuery = (organizationId: number) =>
  queryOptions({
    queryKey: dataResetKeys.of(organizationId),
    queryFn: async ({ signal }) =>
      (await call(dataResetEndpoints.dataReset, { query: { organization_id: organizationId }, signal })).data,
    refetchInterval: ({ state: { data } }) => (isUnderWay(data) ? runningInterval : idleInterval),
    staleTime: 0,
  })
