import * as z from 'zod/mini'
import { optionalText, sortFields } from '../../ui/table/listSearch.ts'

/** Search params of the maps screen. */
export const mapSearch = z.object({
  name: optionalText,
  description: optionalText,
  area: optionalText,
  time: optionalText,
  ...sortFields(['name', 'time']),
})
export type MapSearch = z.output<typeof mapSearch>
