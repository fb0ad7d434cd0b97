import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { inspections } from '../../db/schema.ts'
import { assertNameIsUnique } from '../../unique-name.ts'
import { type InspectionRow, insertInspection, renameInspection } from './repository.ts'

const message = '同じ名前の点検グループがあります'

export async function createInspection(
  { organizationId }: Session,
  tx: Tx,
  name: string,
  at: Date,
): Promise<InspectionRow> {
  await assertNameIsUnique(tx, inspections, organizationId, { name, except: null, message })
  return insertInspection(tx, organizationId, name, at)
}

export async function updateInspection(
  { organizationId }: Session,
  tx: Tx,
  id: number,
  name: string,
  at: Date,
): Promise<InspectionRow> {
  await assertNameIsUnique(tx, inspections, organizationId, { name, except: id, message })
  const row = await renameInspection(tx, organizationId, id, name, at)
  if (row === undefined) throw new Failure('not_found')
  return row
}
