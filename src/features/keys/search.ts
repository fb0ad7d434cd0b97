import * as z from 'zod/mini'
import { optionalIds, optionalText } from '../../lib/searchParams.ts'
import { sortFields } from '../../ui/table/listSearch.ts'

/** Search params of the keys. */
export const keySearch = z.object({
  name: optionalText,
  user: optionalText,
  expiry: optionalText,
  created: optionalText,
  /** Of the choices: their numbers and one, as ids are positive. */
  states: optionalIds,
  types: optionalIds,
  ...sortFields(['name', 'user', 'expiry', 'count', 'created']),
})
export type KeySearch = z.output<typeof keySearch>
