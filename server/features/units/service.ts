import { sql } from 'drizzle-orm'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { changedFields, recordAudit } from '../audit/index.ts'
import {
  changeUnit,
  findUnitByName,
  insertUnit,
  lockUnit,
  metersOfUnit,
  removeUnit,
  type UnitFields,
  type UnitRow,
} from './repository.ts'

export async function createUnit(session: Session, tx: Tx, name: string, at: Date): Promise<UnitRow> {
  await assertIsUnique(tx, name, null)
  const fields = { name, status: 0 } as const
  const row = await insertUnit(tx, fields)
  await record(session, tx, row, at, { action: 'create', before: {}, after: fields })
  return row
}

export async function updateUnit(
  session: Session,
  tx: Tx,
  id: number,
  { name, status }: { name: string; status?: 0 | 1 | undefined },
  at: Date,
): Promise<UnitRow> {
  await assertIsUnique(tx, name, id)
  const before = await lockUnit(tx, id)
  if (before === undefined) throw new Failure('not_found')
  const fields = { name, status: status ?? before.status }
  const row = await changeUnit(tx, id, fields, at)
  await record(session, tx, row, at, { action: 'update', ...changedFields<UnitFields>(before, fields) })
  return row
}

export async function deleteUnit(session: Session, tx: Tx, id: number, at: Date): Promise<void> {
  const before = await lockUnit(tx, id)
  if (before === undefined) throw new Failure('not_found')
  const meters = await metersOfUnit(tx, id)
  if (meters > 0) {
    const message = `${meters}件のメーターで使用しているため削除できません。無効にしてください`
    throw new Failure('master_in_use', { issues: [{ path: 'id', message }] })
  }
  await removeUnit(tx, id)
  const { name, status } = before
  await record(session, tx, before, at, { action: 'delete', before: { name, status }, after: {} })
}

/** Those who name units at the same time wait for one another. */
async function assertIsUnique(tx: Tx, name: string, except: number | null): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('unit names', 0))`)
  const other = await findUnitByName(tx, name)
  if (other === undefined || other.id === except) return
  const message = '同じ名前の単位があります'
  throw new Failure('validation_failed', { issues: [{ path: 'name', message }] })
}

const record = (
  session: Session,
  tx: Tx,
  { id, name }: UnitRow,
  at: Date,
  change: Pick<Parameters<typeof recordAudit>[2], 'action' | 'before' | 'after'>,
) =>
  recordAudit(tx, session, {
    noun: 'unit',
    subjectId: id,
    subjectName: name,
    ...change,
    at,
    organizationId: null,
  })
