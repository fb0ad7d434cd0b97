import { queryOptions } from '@tanstack/react-query'
import { exportFormatEndpoints } from '../../../../contract/exports/export-formats.ts'
import { call } from '../../session/api.ts'

/** 出力形式 of the organization, by name. */
export const exportFormatsQuery = queryOptions({
  queryKey: ['export-formats'],
  queryFn: async ({ signal }) => (await call(exportFormatEndpoints.exportFormats, { signal })).data,
  staleTime: 60_000,
})
