import * as z from 'zod/mini'
import { openLists } from '../../../contract/closing/openLists.ts'
import { anId, optionalText } from '../../lib/searchParams.ts'
import { sortFields } from '../../ui/table/listSearch.ts'

/** What a person looks at before closing, and 修正あり. */
export const boardLists = [...openLists, 'corrected'] as const
export type BoardList = (typeof boardLists)[number]

/** Search params of 締め. Invalid values are dropped. */
export const closingsSearch = z.object({
  /** The cycles instead of a month's board. */
  tab: z.catch(z.optional(z.literal('cycles')), undefined),
  cycle: anId,
  /** `YYYY-MM` */
  month: z.catch(z.optional(z.string().check(z.regex(/^(19|2\d)\d{2}-(0[1-9]|1[0-2])$/))), undefined),
  /** An earlier version of a closed month. */
  version: z.catch(z.optional(z.int().check(z.gte(1), z.lte(1000))), undefined),
  list: z.catch(z.optional(z.enum(boardLists)), undefined),
  text: optionalText,
  ...sortFields(['name', 'state', 'usage']),
})
export type ClosingsSearch = z.output<typeof closingsSearch>
