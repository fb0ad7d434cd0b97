import * as z from 'zod/mini'
import { optionalText } from '../../lib/searchParams.ts'
import { sortFields } from '../../ui/table/listSearch.ts'

/** Search params of the groups screen. */
export const groupSearch = z.object({
  /** The shown list; absent: the one of the last time. */
  tab: z.catch(z.optional(z.enum(['inspections', 'groups'])), undefined),
  name: optionalText,
  description: optionalText,
  time: optionalText,
  ...sortFields(['name', 'time']),
})
export type GroupSearch = z.output<typeof groupSearch>
