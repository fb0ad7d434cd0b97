import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { inspections } from '../../db/schema.ts'
import { assertNameIsUnique } from '../../unique-name.ts'
import { changedFields, recordAudit } from '../audit/index.ts'
import { changeInspection, type InspectionRow, insertInspection, lockInspection } from './repository.ts'

/** Without a contact it is empty, or stays. */
interface Sent {
  name: string
  contact?: string | undefined
}

const message = '同じ名前の点検グループがあります'

export async function createInspection(
  session: Session,
  tx: Tx,
  { name, contact = '' }: Sent,
  at: Date,
): Promise<InspectionRow> {
  const { organizationId } = session
  await assertNameIsUnique(tx, inspections, organizationId, { name, except: null, message })
  const row = await insertInspection(tx, organizationId, { name, contact }, at)
  await recordAudit(tx, session, {
    noun: 'inspection',
    subjectId: row.id,
    subjectName: row.name,
    action: 'create',
    before: {},
    after: { name, contact },
    at,
  })
  return row
}

export async function updateInspection(
  session: Session,
  tx: Tx,
  id: number,
  { name, contact }: Sent,
  at: Date,
): Promise<InspectionRow> {
  const { organizationId } = session
  await assertNameIsUnique(tx, inspections, organizationId, { name, except: id, message })
  const before = await lockInspection(tx, organizationId, id)
  if (before === undefined) throw new Failure('not_found')
  const fields = contact === undefined ? { name } : { name, contact }
  const row = await changeInspection(tx, organizationId, id, fields, at)
  if (row === undefined) throw new Failure('not_found')
  const changed = changedFields(before, fields)
  if (Object.keys(changed.after).length > 0) {
    await recordAudit(tx, session, {
      noun: 'inspection',
      subjectId: id,
      subjectName: row.name,
      action: 'update',
      ...changed,
      at,
    })
  }
  return row
}
