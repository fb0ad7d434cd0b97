import * as z from 'zod/mini'
import { optionalIds, optionalText } from '../../lib/searchParams.ts'
import { sortFields } from '../../ui/table/listSearch.ts'

/** Search params of the meter list. */
export const meterSearch = z.object({
  text: optionalText,
  name: optionalText,
  code: optionalText,
  parent: optionalText,
  customer: optionalText,
  device: optionalText,
  updated: optionalText,
  units: optionalIds,
  categories: optionalIds,
  groups: optionalIds,
  inspections: optionalIds,
  bearers: optionalIds,
  verification: optionalIds,
  ...sortFields([
    'name',
    'code',
    'parent',
    'allocation',
    'bearer',
    'customer',
    'verification',
    'rounding',
    'updated',
  ]),
})
export type MeterSearch = z.output<typeof meterSearch>
