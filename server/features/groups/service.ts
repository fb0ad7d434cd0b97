import type { Session } from '../../api/call.ts'
import { Failure } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { groups } from '../../db/schema.ts'
import { assertNameIsUnique } from '../../unique-name.ts'
import { changedFields, recordAudit } from '../audit/index.ts'
import { changeGroup, type GroupRow, insertGroup, lockGroup } from './repository.ts'

/** Without a description it is empty, or stays. */
interface Sent {
  name: string
  description?: string | undefined
}

const message = '同じ名前のメーターグループがあります'

export async function createGroup(
  session: Session,
  tx: Tx,
  { name, description = '' }: Sent,
  at: Date,
): Promise<GroupRow> {
  const { organizationId } = session
  await assertNameIsUnique(tx, groups, organizationId, { name, except: null, message })
  const row = await insertGroup(tx, organizationId, { name, description }, at)
  await recordAudit(tx, session, {
    noun: 'group',
    subjectId: row.id,
    subjectName: row.name,
    action: 'create',
    before: {},
    after: { name, description },
    at,
  })
  return row
}

export async function updateGroup(
  session: Session,
  tx: Tx,
  id: number,
  { name, description }: Sent,
  at: Date,
): Promise<GroupRow> {
  const { organizationId } = session
  await assertNameIsUnique(tx, groups, organizationId, { name, except: id, message })
  const before = await lockGroup(tx, organizationId, id)
  if (before === undefined) throw new Failure('not_found')
  const fields = description === undefined ? { name } : { name, description }
  const row = await changeGroup(tx, organizationId, id, fields, at)
  if (row === undefined) throw new Failure('not_found')
  const changed = changedFields(before, fields)
  if (Object.keys(changed.after).length > 0) {
    await recordAudit(tx, session, {
      noun: 'group',
      subjectId: id,
      subjectName: row.name,
      action: 'update',
      ...changed,
      at,
    })
  }
  return row
}
