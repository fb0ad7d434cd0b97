import { useQuery } from '@tanstack/react-query'
import { devicesQuery } from '../../lib/queries/devices.ts'
import { useMasters } from '../../lib/queries/masters.ts'
import type { NamesById } from './auditTexts.ts'

/** Names of what fields hold by id. */
export function useAuditNames(): NamesById {
  const { meters, units, categories, groups, inspections } = useMasters(
    'meters',
    'units',
    'categories',
    'groups',
    'inspections',
  )
  const { data: devices = [] } = useQuery(devicesQuery)
  return {
    meter_unit_id: units,
    meter_category_id: categories,
    meter_group_id: groups,
    inspection_id: inspections,
    device_id: devices,
    parent_device_id: devices,
    meter_names: meters,
    route: meters,
    devices,
  }
}
