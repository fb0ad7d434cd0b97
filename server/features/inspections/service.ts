import { and, eq } from 'drizzle-orm'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { inspections, meters, rounds } from '../../db/schema.ts'
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

/** One that has meters, rounds or plans for them is in use. No meter gets it while it is locked. */
export async function deleteInspection(session: Session, tx: Tx, id: number, at: Date): Promise<void> {
  const { organizationId } = session
  const row = await rows.lock(session, tx, id)
  const used =
    (await tx.$count(meters, and(eq(meters.organizationId, organizationId), eq(meters.inspectionId, id)))) +
    (await tx.$count(rounds, and(eq(rounds.organizationId, organizationId), eq(rounds.inspectionId, id))))
  const isPlanned = row.route.length > 0 || row.schedule !== null || row.assigneeUserId !== null
  if (used > 0 || isPlanned) throw new Failure('master_in_use')
  await rows.remove(session, tx, row, { name: row.name, contact: row.contact }, at)
}
