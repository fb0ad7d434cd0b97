import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '../../../contract/audit.ts'
import type { CategoryType } from '../../../contract/categories.ts'
import { costBearersQuery } from '../../lib/queries/costBearers.ts'
import { devicesQuery } from '../../lib/queries/devices.ts'
import { mapAreasQuery, mapsQuery } from '../../lib/queries/maps/maps.ts'
import { useMasters } from '../../lib/queries/masters.ts'
import type { NamesById } from './auditTexts.ts'

/** Names of what an entry’s fields hold by id, and the type of its meter. */
export function useAuditNames({ meter_id: meterId, before, after }: AuditEntry): {
  names: NamesById
  type: CategoryType | undefined
} {
  const { meters, units, categories, groups, inspections } = useMasters(
    'meters',
    'units',
    'categories',
    'groups',
    'inspections',
  )
  const has = (...fields: string[]) => fields.some((field) => field in before || field in after)
  const { data: devices = [] } = useQuery(devicesQuery)
  const { data: maps = [] } = useQuery({ ...mapsQuery, enabled: has('map_id', 'map_pin_id', 'maps') })
  const { data: areas = [] } = useQuery({ ...mapAreasQuery, enabled: has('map_area_id') })
  const { data: bearers = [] } = useQuery({ ...costBearersQuery, enabled: has('cost_bearer_id') })
  const names = {
    meter_unit_id: units,
    meter_category_id: categories,
    meter_group_id: groups,
    inspection_id: inspections,
    cost_bearer_id: bearers,
    parent_meter_id: meters,
    device_id: devices,
    parent_device_id: devices,
    meter_names: meters,
    route: meters,
    meter_ids: meters,
    devices,
    map_id: maps,
    maps,
    map_area_id: areas,
    map_pin_id: maps.flatMap((map) => map.map_pins),
  }
  const meter = meters.find(({ id }) => id === meterId)
  return { names, type: categories.find(({ id }) => id === meter?.meter_category_id)?.type }
}
