import * as z from 'zod/mini'
import { aText, sortFields } from '../../ui/table/listSearch.ts'

/** What the address of the groups screen holds. */
export const groupSearch = z.object({
  name: aText,
  description: aText,
  time: aText,
  ...sortFields(['name', 'time']),
})
export type GroupSearch = z.output<typeof groupSearch>
