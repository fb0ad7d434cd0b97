import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { changedFields, recordAudit } from '../audit/index.ts'
import type { KeyRow } from './repository.ts'

/** What is told of a key: neither of its two parts. */
const fieldsOf = ({ key, username }: KeyRow) => ({
  name: key.name,
  user: username,
  expireAt: key.expireAt,
  maxCount: key.maxCount,
  type: key.type,
  whiteIps: key.whiteIps?.join(',') ?? null,
  meterNames: key.meterNames,
})

/** Records that a key was made (no `before`), changed, or withdrawn (no `after`). */
export async function recordKeyChange(
  tx: Tx,
  session: Session,
  { before, after, at }: { before: KeyRow | null; after: KeyRow | null; at: Date },
): Promise<void> {
  const row = after ?? before
  if (row === null) return
  const changed =
    before === null || after === null
      ? { before: {}, after: after === null ? {} : fieldsOf(after) }
      : changedFields(fieldsOf(before), fieldsOf(after))
  if (before !== null && after !== null && Object.keys(changed.after).length === 0) return
  await recordAudit(tx, session, {
    noun: 'key',
    subjectId: row.key.id,
    subjectName: row.key.name,
    action: before === null ? 'create' : after === null ? 'delete' : 'update',
    ...changed,
    at,
  })
}
