import { queryOptions } from '@tanstack/react-query'
import { inspectionEndpoints } from '../../../contract/inspections.ts'
import { call } from '../session/api.ts'

export const inspectionKeys = { all: ['inspections'] as const }

/** Inspection groups of the organization. */
export const inspectionsQuery = queryOptions({
  queryKey: inspectionKeys.all,
  queryFn: async ({ signal }) => (await call(inspectionEndpoints.inspections, { signal })).data,
  staleTime: 300_000,
})
