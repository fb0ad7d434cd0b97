import * as z from 'zod/mini'
import { optionalIds, optionalText } from '../../lib/searchParams.ts'
import { sortFields } from '../../ui/table/listSearch.ts'

/** Search params of アラートルール. Invalid values are dropped. */
export const alertRuleSearch = z.object({
  /** Absent: the rules. */
  tab: z.catch(z.optional(z.enum(['recipients', 'noise'])), undefined),
  text: optionalText,
  states: optionalIds,
  ...sortFields(['name', 'target', 'last']),
})
export type AlertRuleSearch = z.output<typeof alertRuleSearch>
