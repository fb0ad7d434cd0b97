import { queryOptions } from '@tanstack/react-query'
import { mapEndpoints } from '../../../../contract/maps.ts'
import { call } from '../../session/api.ts'
import { mapKeys } from './mapKeys.ts'

/** Maps of the organization with their pins. */
export const mapsQuery = queryOptions({
  queryKey: mapKeys.list,
  queryFn: async ({ signal }) => (await call(mapEndpoints.maps, { signal })).data,
  staleTime: 60_000,
})

export const mapAreasQuery = queryOptions({
  queryKey: mapKeys.areas,
  queryFn: async ({ signal }) => (await call(mapEndpoints.mapAreas, { signal })).data,
  staleTime: 300_000,
})
