import { isDeepStrictEqual } from 'node:util'
import type { AuditNoun } from '../../../contract/auditNouns.ts'
import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { auditEntries } from '../../db/schema.ts'

type Fields = Record<string, unknown>

export interface Audited {
  /** As its table is called, in the singular: `device`, `user`, `key`; meters, readings and alerts have tables of changes of their own. */
  noun: Exclude<AuditNoun, 'meter' | 'reading' | 'alert'>
  subjectId: number
  /** As people know it at that time. */
  subjectName: string
  action: 'create' | 'update' | 'delete' | 'restore' | 'reset' | 'test'
  /** The changed fields; never a secret. */
  before: Fields
  after: Fields
  at: Date
  /** Null: the thing belongs to none. By default the session’s. */
  organizationId?: number | null
}

/** Records who did what, in the transaction that does it. */
export async function recordAudit(
  tx: Tx,
  session: Pick<Session, 'organizationId' | 'userId' | 'key'>,
  audited: Audited,
): Promise<void> {
  const { organizationId = session.organizationId, before, after, ...entry } = audited
  await tx.insert(auditEntries).values({
    ...entry,
    before: wireNames(before),
    after: wireNames(after),
    organizationId,
    userId: session.userId,
    keyId: session.key?.id ?? null,
  })
}

/** Fields by the names that the API gives them. */
const wireNames = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )

/** The fields that a change alters, as they were and as they are. */
export function changedFields<Row extends Fields>(
  before: Row,
  after: Partial<Row>,
): { before: Fields; after: Fields } {
  // JSON of the database has its own order of keys.
  const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(after[name], before[name]))
  const pick = (fields: Fields) => Object.fromEntries(changed.map((name) => [name, fields[name] ?? null]))
  return { before: pick(before), after: pick(after) }
}
