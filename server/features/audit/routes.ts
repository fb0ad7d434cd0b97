import type { AuditEntry } from '../../../contract/audit.ts'
import type { Span } from '../../../contract/time/spans.ts'
import { ownerRoute, route, type Session } from '../../api/call.ts'
import { cursorPage } from '../../cursor.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { intervalOf } from '../../interval.ts'
import { type Presenter, presenterFor } from '../../presenter.ts'
import { type AuditFilters, type AuditRow, countAudit, listAudit } from './list-audit.ts'

export const auditRoutes = [
  route('auditEntries', ({ tx, session, deps, query }) =>
    pageOf({ tx, session, deps, query }, session.organizationId),
  ),
  ownerRoute('commonAuditEntries', ({ tx, session, deps, query }) =>
    pageOf({ tx, session, deps, query }, null),
  ),
]

interface Asked {
  tx: Tx
  session: Session
  deps: Deps
  query: {
    skip?: number | undefined
    limit?: number | undefined
    after?: string | undefined
    noun?: AuditFilters['noun']
    subject_id?: number | undefined
    user_id?: number | undefined
    created_span?: Span | undefined
  }
}

async function pageOf({ tx, session, deps, query }: Asked, organizationId: number | null) {
  const span = query.created_span ?? { from: null, to: null }
  const filters: AuditFilters = {
    organizationId,
    noun: query.noun,
    subjectId: query.subject_id,
    userId: query.user_id,
    interval: intervalOf(span, session.timeZone, 'created_span'),
  }
  const { rows, next, previous } = await cursorPage(
    query,
    ({ at, id }: AuditRow) => ({ at, id }),
    async (slice) => ({ rows: await listAudit(tx, filters, slice) }),
  )
  const present = presenterFor(deps, session)
  const data = rows.map((row) => presentEntry(row, present))
  // Only a page without a key counts: the list may be long.
  const isFirst = query.after === undefined
  return { data, ...(isFirst && { count: await countAudit(tx, filters) }), next, previous }
}

const presentEntry = (row: AuditRow, present: Presenter): AuditEntry => ({
  id: row.id,
  at: present.instant(row.at),
  user: row.username === null ? null : { id: row.userId, username: row.username },
  key: row.keyName,
  noun: row.noun,
  subject_id: row.subjectId,
  subject_name: row.subjectName,
  action: row.action,
  meter_id: row.meterId,
  measured_at: row.measuredAt && present.instant(row.measuredAt),
  restorable: row.isRestorable,
  before: row.before,
  after: row.after,
})
