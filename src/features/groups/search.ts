import * as z from 'zod/mini'
import { aText, sortFields } from '../../ui/table/listSearch.ts'

/** Search params of the groups screen. */
export const groupSearch = z.object({
  name: aText,
  description: aText,
  time: aText,
  ...sortFields(['name', 'time']),
})
export type GroupSearch = z.output<typeof groupSearch>
