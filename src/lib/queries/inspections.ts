import { queryOptions } from '@tanstack/react-query'
import { inspectionEndpoints } from '../../../contract/inspections.ts'
import { call } from '../api.ts'

/** Inspection groups of the organization. */
export const inspectionsQuery = queryOptions({
  queryKey: ['inspections'],
  queryFn: async ({ signal }) => (await call(inspectionEndpoints.inspections, { signal })).data,
  staleTime: 300_000,
})
