import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api.ts'

/** Meter units, the master list. */
export const unitsQuery = queryOptions({
  queryKey: ['units'],
  queryFn: async ({ signal }) => (await call('units', { signal })).data,
  staleTime: 300_000,
})

/** Names a unit by its row; undefined until the list is there. */
export function useUnitName(): (id: number) => string | undefined {
  const { data } = useQuery(unitsQuery)
  return (id) => data?.find((unit) => unit.id === id)?.name
}
