import type { Session } from '../../api/call.ts'
import { Failure } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { groups } from '../../db/schema.ts'
import { assertNameIsUnique } from '../../unique-name.ts'
import { changeGroup, type GroupRow, insertGroup } from './repository.ts'

/** Without a description it is empty, or stays. */
interface Sent {
  name: string
  description?: string | undefined
}

const message = '同じ名前のメーターグループがあります'

export async function createGroup(
  { organizationId }: Session,
  tx: Tx,
  { name, description = '' }: Sent,
  at: Date,
): Promise<GroupRow> {
  await assertNameIsUnique(tx, groups, organizationId, { name, except: null, message })
  return insertGroup(tx, organizationId, { name, description }, at)
}

export async function updateGroup(
  { organizationId }: Session,
  tx: Tx,
  id: number,
  { name, description }: Sent,
  at: Date,
): Promise<GroupRow> {
  await assertNameIsUnique(tx, groups, organizationId, { name, except: id, message })
  const fields = description === undefined ? { name } : { name, description }
  const row = await changeGroup(tx, organizationId, id, fields, at)
  if (row === undefined) throw new Failure('not_found')
  return row
}
