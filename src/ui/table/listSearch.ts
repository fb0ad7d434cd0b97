import * as z from 'zod/mini'
import { id, requiredText } from '../../../contract/calls/wire.ts'
import { pageSizes } from './pages.ts'

/** Search params. Invalid values are dropped. */
export const anId = z.catch(z.optional(id), undefined)
export const optionalText = z.catch(z.optional(requiredText), undefined)
export const optionalIds = z.catch(z.optional(z.array(id).check(z.minLength(1))), undefined)
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
