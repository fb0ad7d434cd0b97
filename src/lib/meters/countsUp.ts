import type { Meter } from '../../../contract/meters.ts'
import { isCumulative } from '../../../contract/values/cumulative.ts'
import { type Masters, nameIn } from '../queries/masters.ts'

/** What the decision depends on; null: not chosen yet. */
export type CountedMeter = Pick<Meter, 'start_value' | 'end_value' | 'cumulative_mode'> & {
  meter_category_id: number | null
  meter_unit_id: number | null
}

/** Whether a meter with these settings counts up, so that its usage is computed. */
export function countsUp(
  meter: CountedMeter,
  { categories, units }: Pick<Masters, 'categories' | 'units'>,
): boolean {
  const { start_value: start, end_value: end, cumulative_mode: mode } = meter
  const type = categories.find(({ id }) => id === meter.meter_category_id)?.type
  if (type === undefined) return false
  const range = start === null || end === null ? null : { start, end }
  return isCumulative(type, { mode, unit: nameIn(units, meter.meter_unit_id) ?? '', range })
}
