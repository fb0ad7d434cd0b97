import * as z from 'zod/mini'
import { optionalIds, optionalText } from '../../lib/searchParams.ts'
import { pageFields } from '../../ui/table/listSearch.ts'

/** `YYYY-MM-DD` */
const optionalDay = z.catch(z.optional(z.iso.date()), undefined)

/** Search params of the LLM log. */
export const llmSearch = z.object({
  model: optionalText,
  /** Of the choices: 1 success, 2 error. */
  statuses: optionalIds,
  from: optionalDay,
  to: optionalDay,
  ...pageFields,
})
export type LlmSearch = z.output<typeof llmSearch>
