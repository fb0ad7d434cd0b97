import { useQuery } from '@tanstack/react-query'
import { groupsQuery } from '../../lib/queries/groups.ts'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import type { Narrowing } from './search.ts'

/** Options of each filter. */
export type Masters = Record<Narrowing, readonly { id: number; name: string }[]>

export function useMasters(): Masters {
  const { data: meters = [] } = useQuery(metersQuery)
  const { data: inspections = [] } = useQuery(inspectionsQuery)
  const { data: groups = [] } = useQuery(groupsQuery)
  const { data: units = [] } = useQuery(unitsQuery)
  return { meters, inspections, groups, units }
}

export const nameIn = (rows: Masters[Narrowing], id: number | null): string | undefined =>
  rows.find((row) => row.id === id)?.name
