import * as z from 'zod/mini'
import { aText, someIds, sortFields } from '../../ui/table/listSearch.ts'

/** Search params of the meter list. */
export const meterSearch = z.object({
  text: aText,
  name: aText,
  device: aText,
  updated: aText,
  units: someIds,
  categories: someIds,
  groups: someIds,
  inspections: someIds,
  ...sortFields(['name', 'updated']),
})
export type MeterSearch = z.output<typeof meterSearch>
