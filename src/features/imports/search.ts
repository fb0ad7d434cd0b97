import * as z from 'zod/mini'
import { importTargets } from '../../../contract/import/importTargets.ts'
import { anId } from '../../lib/searchParams.ts'

/** Search params of 取り込み. Invalid values are dropped. */
export const importSearch = z.object({
  /** What is to be imported. */
  noun: z.catch(z.optional(z.enum(importTargets)), undefined),
  /** The import that is shown. */
  id: anId,
})
export type ImportSearch = z.output<typeof importSearch>
