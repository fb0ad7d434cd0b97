import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { auditEntries } from '../../db/schema.ts'

type Fields = Record<string, unknown>

interface Audited {
  /** As its table is called, in the singular: `device`, `user`, `key`. */
  noun: AuditNoun
  subjectId: number
  /** As people know it at that time. */
  subjectName: string
  action: 'create' | 'update' | 'delete' | 'restore'
  /** The changed fields; never a secret. */
  before: Fields
  after: Fields
  at: Date
  /** Null: the thing belongs to none. By default the session’s. */
  organizationId?: number | null
}

/** What is audited here; meters, readings and alerts have tables of changes of their own. */
export type AuditNoun =
  | 'device'
  | 'user'
  | 'key'
  | 'organization'
  | 'plan'
  | 'category'
  | 'unit'
  | 'group'
  | 'inspection'
  | 'map'
  | 'map-area'
  | 'map-pin'

/** Records who did what, in the transaction that does it. */
export async function recordAudit(
  tx: Tx,
  session: Pick<Session, 'organizationId' | 'userId' | 'key'>,
  audited: Audited,
): Promise<void> {
  const { organizationId = session.organizationId, ...entry } = audited
  await tx
    .insert(auditEntries)
    .values({ ...entry, organizationId, userId: session.userId, keyId: session.key?.id ?? null })
}

/** The fields that a change alters, as they were and as they are. */
export function changedFields<Row extends Fields>(
  before: Row,
  after: Partial<Row>,
): { before: Fields; after: Fields } {
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  )
  const pick = (fields: Fields) => Object.fromEntries(changed.map((name) => [name, fields[name] ?? null]))
  return { before: pick(before), after: pick(after) }
}
