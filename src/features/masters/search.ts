import * as z from 'zod/mini'
import { optionalIds, optionalText } from '../../lib/searchParams.ts'
import { sortFields } from '../../ui/table/listSearch.ts'

/** Search params of the master lists. */
export const masterSearch = z.object({
  name: optionalText,
  description: optionalText,
  /** Their numbers and one, as ids are positive. */
  types: optionalIds,
  statuses: optionalIds,
  ...sortFields(['name', 'usage']),
})
export type MasterSearch = z.output<typeof masterSearch>
