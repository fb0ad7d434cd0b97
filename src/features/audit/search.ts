import * as z from 'zod/mini'
import { auditNouns, commonAuditNouns } from '../../../contract/auditNouns.ts'
import { anId } from '../../lib/searchParams.ts'
import { pageFields } from '../../ui/table/listSearch.ts'

const optionalDay = z.catch(z.optional(z.iso.date()), undefined)

/** Search params of the audit. */
export const auditSearch = z.object({
  noun: z.catch(z.optional(z.enum([...auditNouns, ...commonAuditNouns, 'common'])), undefined),
  person: anId,
  from: optionalDay,
  to: optionalDay,
  ...pageFields,
})
export type AuditSearch = z.output<typeof auditSearch>
