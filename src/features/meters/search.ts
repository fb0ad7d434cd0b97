import * as z from 'zod/mini'
import { optionalIds, optionalText } from '../../lib/searchParams.ts'
import { sortFields } from '../../ui/table/listSearch.ts'

/** Search params of the meter list. */
export const meterSearch = z.object({
  text: optionalText,
  name: optionalText,
  device: optionalText,
  updated: optionalText,
  units: optionalIds,
  categories: optionalIds,
  groups: optionalIds,
  inspections: optionalIds,
  ...sortFields(['name', 'updated']),
})
export type MeterSearch = z.output<typeof meterSearch>
