import * as z from 'zod/mini'
import { requiredText } from '../../../contract/wire.ts'
import { pageSizes } from '../../ui/table/pages.ts'

const typed = z.catch(z.optional(requiredText), undefined)

/** What the address of the groups screen holds. Whatever it cannot mean is left out rather than refused. */
export const groupSearch = z.object({
  name: typed,
  description: typed,
  time: typed,
  sort: z.catch(z.optional(z.enum(['name', 'time'])), undefined),
  order: z.catch(z.optional(z.enum(['asc', 'desc'])), undefined),
  page: z.catch(z.optional(z.int().check(z.gte(2))), undefined),
  limit: z.catch(z.optional(z.literal(pageSizes)), undefined),
})
export type GroupSearch = z.output<typeof groupSearch>

export const isNarrowed = ({ name, description, time }: GroupSearch): boolean =>
  [name, description, time].some((part) => part !== undefined)
