import type { AuditNoun } from '../../../contract/auditNouns.ts'
import { listKeys } from './pagedList.ts'

/** Keys of the cache. Apart from the query, so that only the screens that show the audit load its calls. */
export const auditKeys = {
  all: listKeys('audit-entries').all,
  ofNoun: (noun: AuditNoun) => ['audit-entries', 'of', noun] as const,
  of: (noun: AuditNoun, id: number, organizationId?: number) =>
    ['audit-entries', 'of', noun, id, organizationId] as const,
}
