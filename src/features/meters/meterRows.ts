import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import type { Category } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import { type Held, useHeld } from '../../lib/held/held.ts'
import { type VerificationState, verificationState } from '../../lib/meters/verification.ts'
import { costBearersQuery } from '../../lib/queries/costBearers.ts'
import { type Masters, useMasters } from '../../lib/queries/masters.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import type { NamedRow } from '../../ui/table/column.ts'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { todayIn } from '../../ui/text/formatTime.ts'

/** Lists of the names that meters refer to by id. */
export type MeterMasters = Omit<Masters, 'meters'>

/** A meter with resolved names. */
export interface MeterRow {
  id: number
  name: string
  meter: Meter
  /** What this phone holds, else the latest reading. */
  last: Held | Meter['last_reading']
  device: string | null
  unit: string | undefined
  category: Category | undefined
  group: string | null
  inspection: string | null
  parent: string | null
  bearer: string | null
  verification: VerificationState | null
}

export function toMeterRows(
  meters: readonly Meter[],
  masters: MeterMasters,
  held: ReadonlyMap<number, Held>,
  bearers: readonly NamedRow[],
  today: string,
): MeterRow[] {
  const nameIn = (rows: readonly NamedRow[]) => {
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    return (id: number | null) => (id === null ? undefined : names.get(id))
  }
  const unit = nameIn(masters.units)
  const group = nameIn(masters.groups)
  const inspection = nameIn(masters.inspections)
  const parent = nameIn(meters)
  const bearer = nameIn(bearers)
  const categories = new Map(masters.categories.map((category) => [category.id, category]))
  return meters.map((meter) => ({
    id: meter.id,
    name: meter.name,
    meter,
    last: held.get(meter.id) ?? meter.last_reading,
    device: meter.device?.name ?? null,
    unit: unit(meter.meter_unit_id),
    category: categories.get(meter.meter_category_id),
    group: group(meter.meter_group_id) ?? null,
    inspection: inspection(meter.inspection_id) ?? null,
    parent: parent(meter.parent_meter_id) ?? null,
    bearer: bearer(meter.cost_bearer_id) ?? null,
    verification: verificationState(meter.verification_expires_on, today),
  }))
}

/** Returns the meters with their names, and what the columns of their list need. */
export function useMeterRows() {
  const zone = use(TimeZone)
  const meters = useQuery(metersQuery)
  const masters = useMasters('units', 'categories', 'groups', 'inspections')
  const held = useHeld()
  const { data: bearers = [] } = useQuery(costBearersQuery)
  const today = todayIn(zone, useCurrentMinute())
  const rows = meters.data && toMeterRows(meters.data, masters, held, bearers, today)
  return { meters, masters, bearers, zone, rows }
}
