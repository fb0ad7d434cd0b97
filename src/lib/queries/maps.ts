import { queryOptions } from '@tanstack/react-query'
import { mapEndpoints } from '../../../contract/maps.ts'
import { call } from '../api.ts'

export const mapKeys = { all: ['maps'] as const }

/** Maps of the organization with their pins. */
export const mapsQuery = queryOptions({
  queryKey: ['maps', 'list'],
  queryFn: async ({ signal }) => (await call(mapEndpoints.maps, { signal })).data,
  staleTime: 60_000,
})

export const mapAreasQuery = queryOptions({
  queryKey: ['maps', 'areas'],
  queryFn: async ({ signal }) => (await call(mapEndpoints.mapAreas, { signal })).data,
  staleTime: 300_000,
})
