import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { costBearers } from '../../db/schema.ts'
import { assertNameIsUnique } from '../../unique-name.ts'
import { recordedRows } from '../audit/index.ts'
import { type CostBearerRow, metersOfCostBearer } from './repository.ts'

const message = '同じ名前の負担先があります'
const rows = recordedRows(costBearers, 'cost-bearer')

export async function createCostBearer(
  session: Session,
  tx: Tx,
  name: string,
  at: Date,
): Promise<CostBearerRow> {
  await assertNameIsUnique(tx, costBearers, session.organizationId, { name, except: null, message })
  return rows.create(session, tx, { name, status: 0 }, at)
}

export async function updateCostBearer(
  session: Session,
  tx: Tx,
  id: number,
  { name, status }: { name: string; status?: 0 | 1 | undefined },
  at: Date,
): Promise<CostBearerRow> {
  await assertNameIsUnique(tx, costBearers, session.organizationId, { name, except: id, message })
  const before = await rows.lock(session, tx, id)
  return rows.update(session, tx, before, { name, status: status ?? before.status }, at)
}

/** No meter gets the cost bearer while it is locked. */
export async function deleteCostBearer(session: Session, tx: Tx, id: number, at: Date): Promise<void> {
  const row = await rows.lock(session, tx, id)
  const meters = await metersOfCostBearer(tx, session.organizationId, id)
  if (meters > 0) {
    const used = `${meters}件のメーターで使用しているため削除できません。無効にしてください`
    throw new Failure('master_in_use', { issues: [{ path: 'id', message: used }] })
  }
  await rows.remove(session, tx, row, { name: row.name, status: row.status }, at)
}
