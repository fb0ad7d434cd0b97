import { and, eq } from 'drizzle-orm'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { groups, meters } from '../../db/schema.ts'
import { assertNameIsUnique } from '../../unique-name.ts'
import { recordedRows } from '../audit/index.ts'
import type { GroupRow } from './repository.ts'

/** Without a description it is empty, or stays the same. */
interface Sent {
  name: string
  description?: string | undefined
}

const message = '同じ名前のメーターグループがあります'
const rows = recordedRows(groups, 'group')

export async function createGroup(
  session: Session,
  tx: Tx,
  { name, description = '' }: Sent,
  at: Date,
): Promise<GroupRow> {
  await assertNameIsUnique(tx, groups, session.organizationId, { name, except: null, message })
  return rows.create(session, tx, { name, description }, at)
}

export async function updateGroup(
  session: Session,
  tx: Tx,
  id: number,
  { name, description }: Sent,
  at: Date,
): Promise<GroupRow> {
  await assertNameIsUnique(tx, groups, session.organizationId, { name, except: id, message })
  const before = await rows.lock(session, tx, id)
  return rows.update(session, tx, before, description === undefined ? { name } : { name, description }, at)
}

/** No meter gets the group while it is locked. */
export async function deleteGroup(session: Session, tx: Tx, id: number, at: Date): Promise<void> {
  const row = await rows.lock(session, tx, id)
  const isOwn = and(eq(meters.organizationId, session.organizationId), eq(meters.meterGroupId, id))
  if ((await tx.$count(meters, isOwn)) > 0) throw new Failure('master_in_use')
  await rows.remove(session, tx, row, { name: row.name, description: row.description }, at)
}
