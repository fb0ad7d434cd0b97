import * as z from 'zod/mini'
import { optionalIds, optionalText } from '../../lib/searchParams.ts'
import { sortFields } from '../../ui/table/listSearch.ts'

/** Search params of the lists of organizations and plans. */
export const organizationSearch = z.object({
  name: optionalText,
  code: optionalText,
  /** Their numbers and one, as ids are positive. */
  statuses: optionalIds,
  types: optionalIds,
  plans: optionalIds,
  ...sortFields(['name', 'code']),
})
export type OrganizationSearch = z.output<typeof organizationSearch>
