import { z } from 'zod'
import { requiredText } from '../../../contract/wire.ts'
import { pageSizes } from '../../ui/pages.ts'

const typed = requiredText.optional().catch(undefined)

/** What the address of the groups screen holds. Whatever it cannot mean is left out rather than refused. */
export const groupSearch = z.object({
  name: typed,
  description: typed,
  time: typed,
  sort: z.enum(['name', 'time']).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  page: z.int().min(2).optional().catch(undefined),
  limit: z.literal(pageSizes).optional().catch(undefined),
})
export type GroupSearch = z.output<typeof groupSearch>

export const isNarrowed = ({ name, description, time }: GroupSearch): boolean =>
  [name, description, time].some((part) => part !== undefined)
