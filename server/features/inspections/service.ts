import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { inspections } from '../../db/schema.ts'
import { assertNameIsUnique } from '../../unique-name.ts'
import { recordedRows } from '../audit/index.ts'
import type { InspectionRow } from './repository.ts'

/** Without a contact it is empty, or stays the same. */
interface Sent {
  name: string
  contact?: string | undefined
}

const message = '同じ名前の点検グループがあります'
const rows = recordedRows(inspections, 'inspection')

export async function createInspection(
  session: Session,
  tx: Tx,
  { name, contact = '' }: Sent,
  at: Date,
): Promise<InspectionRow> {
  await assertNameIsUnique(tx, inspections, session.organizationId, { name, except: null, message })
  return rows.create(session, tx, { name, contact }, at)
}

export async function updateInspection(
  session: Session,
  tx: Tx,
  id: number,
  { name, contact }: Sent,
  at: Date,
): Promise<InspectionRow> {
  await assertNameIsUnique(tx, inspections, session.organizationId, { name, except: id, message })
  const before = await rows.lock(session, tx, id)
  return rows.update(session, tx, before, contact === undefined ? { name } : { name, contact }, at)
}
