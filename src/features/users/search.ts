import * as z from 'zod/mini'
import { optionalText } from '../../lib/searchParams.ts'
import { sortFields } from '../../ui/table/listSearch.ts'

/** Search params of a list of users. */
export const userSearch = z.object({
  name: optionalText,
  email: optionalText,
  ...sortFields(['name', 'email', 'role']),
})
export type UserSearch = z.output<typeof userSearch>
