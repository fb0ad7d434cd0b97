import { useQuery } from '@tanstack/react-query'
import type { Maintenance } from '../../../contract/alert-rules/maintenances.ts'
import { maintenancesQuery } from '../../lib/queries/alert-rules/maintenances.ts'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'

/** 点検中 of meter groups, without those whose time is over. */
export function useMaintenances(): readonly Maintenance[] {
  const { data = [] } = useQuery(maintenancesQuery)
  const now = useCurrentMinute()
  return data.filter(({ ends_at: end }) => Date.parse(end) > now)
}
