import * as z from 'zod/mini'
import { pageSizes } from './pages.ts'

/** Page of a list in its search params. Invalid values are dropped. */
export const pageFields = {
  page: z.catch(z.optional(z.int().check(z.gte(2))), undefined),
  limit: z.catch(z.optional(z.literal(pageSizes)), undefined),
}

/** Sort and page of a list, next to its own filters. */
export const sortFields = <const Keys extends readonly [string, ...string[]]>(keys: Keys) => ({
  sort: z.catch(z.optional(z.enum(keys)), undefined),
  order: z.catch(z.optional(z.enum(['asc', 'desc'])), undefined),
  ...pageFields,
})

const anyList = z.object(sortFields(['']))
export type ListSearch = Omit<z.output<typeof anyList>, 'sort'> & { sort?: string | undefined }
