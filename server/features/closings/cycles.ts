import { and, eq, inArray } from 'drizzle-orm'
import { maxIssues } from '../../../contract/calls/errors.ts'
import type { CycleFields } from '../../../contract/closing/cycles.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { closingCycleMeters, closingCycles } from '../../db/schema.ts'
import { assertNameIsUnique } from '../../unique-name.ts'
import { changedFields, recordAudit } from '../audit/index.ts'
import { countersOf } from '../readings/index.ts'
import { type CycleRow, claimsOf, listCycles } from './repository.ts'
import { listClosings } from './snapshots.ts'

const message = '同じ名前の検針サイクルがあります'

const isCycle = (organizationId: number, id: number) =>
  and(eq(closingCycles.organizationId, organizationId), eq(closingCycles.id, id))

export async function findCycle(tx: Tx, organizationId: number, id: number): Promise<CycleRow> {
  const [cycle] = await listCycles(tx, organizationId, id)
  if (cycle === undefined) throw new Failure('not_found')
  return cycle
}

export async function createCycle(session: Session, tx: Tx, sent: CycleFields, at: Date): Promise<CycleRow> {
  const { organizationId } = session
  await assertFree(tx, organizationId, sent, null)
  const [row] = await tx
    .insert(closingCycles)
    .values({ ...columnsOf(sent), organizationId, createdAt: at, updatedAt: at })
    .returning({ id: closingCycles.id })
  if (row === undefined) throw new Error('a closing cycle was not inserted')
  await addMeters(tx, organizationId, row.id, sent.meter_ids)
  const cycle = await findCycle(tx, organizationId, row.id)
  await record(session, tx, cycle, { action: 'create', before: {}, after: fieldsOf(cycle), at })
  return cycle
}

export async function updateCycle(
  session: Session,
  tx: Tx,
  id: number,
  sent: CycleFields,
  at: Date,
): Promise<CycleRow> {
  const { organizationId } = session
  const before = await lockCycle(tx, organizationId, id)
  await assertFree(tx, organizationId, sent, id)
  await tx
    .update(closingCycles)
    .set({ ...columnsOf(sent), updatedAt: at })
    .where(isCycle(organizationId, id))
  const [had, has] = [new Set(before.meterIds), new Set(sent.meter_ids)]
  const removed = before.meterIds.filter((meterId) => !has.has(meterId))
  const added = sent.meter_ids.filter((meterId) => !had.has(meterId))
  await tx
    .delete(closingCycleMeters)
    .where(
      and(
        eq(closingCycleMeters.organizationId, organizationId),
        eq(closingCycleMeters.cycleId, id),
        inArray(closingCycleMeters.meterId, removed),
      ),
    )
  await addMeters(tx, organizationId, id, added)
  const cycle = await findCycle(tx, organizationId, id)
  const change = changedFields(fieldsOf(before), fieldsOf(cycle))
  if (Object.keys(change.after).length > 0)
    await record(session, tx, cycle, { action: 'update', ...change, at })
  return cycle
}

export async function deleteCycle(session: Session, tx: Tx, id: number, at: Date): Promise<void> {
  const { organizationId } = session
  const cycle = await lockCycle(tx, organizationId, id)
  if ((await listClosings(tx, organizationId, id)).length > 0) {
    const message = '締めた月があるため削除できません'
    throw new Failure('validation_failed', { issues: [{ path: 'id', message }] })
  }
  await tx.delete(closingCycles).where(isCycle(organizationId, id))
  await record(session, tx, cycle, { action: 'delete', before: fieldsOf(cycle), after: {}, at })
}

/** Locks a cycle until the end of the transaction. Throws `not_found`. */
export async function lockCycle(tx: Tx, organizationId: number, id: number): Promise<CycleRow> {
  await tx
    .select({ id: closingCycles.id })
    .from(closingCycles)
    .where(isCycle(organizationId, id))
    .for('update')
  return findCycle(tx, organizationId, id)
}

const columnsOf = (sent: CycleFields) => ({
  name: sent.name,
  closingDay: sent.closing_day,
  closingHour: sent.closing_hour,
  deviceToleranceHours: sent.device_tolerance_hours,
  roundToleranceDays: sent.round_tolerance_days,
  ...(sent.checks && { checks: sent.checks }),
})

const fieldsOf = ({
  name,
  closingDay,
  closingHour,
  deviceToleranceHours,
  roundToleranceDays,
  checks,
  meterIds,
}: CycleRow) => ({
  name,
  closingDay,
  closingHour,
  deviceToleranceHours,
  roundToleranceDays,
  checks,
  meterIds,
})

/** Refuses a name and meters that another cycle has, and meters that do not count up. */
async function assertFree(
  tx: Tx,
  organizationId: number,
  { name, meter_ids: meterIds }: CycleFields,
  except: number | null,
): Promise<void> {
  // Waits for other changes of cycles, so that two at once cannot both claim a meter.
  await assertNameIsUnique(tx, closingCycles, organizationId, { name, except, message })
  if (meterIds.length === 0) return
  const counters = await countersOf(tx, organizationId, meterIds)
  const claims = await claimsOf(tx, organizationId, meterIds)
  const issues = meterIds.flatMap((id, index) => {
    const path = `meter_ids.${index}`
    const claim = claims.find(({ meterId, cycleId }) => meterId === id && cycleId !== except)
    if (claim !== undefined) return { path, message: `検針サイクル「${claim.name}」のメーターです` }
    return counters.has(id) ? [] : { path, message: '積算するメーターではありません' }
  })
  if (issues.length > 0) throw new Failure('validation_failed', { issues: issues.slice(0, maxIssues) })
}

async function addMeters(
  tx: Tx,
  organizationId: number,
  cycleId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await tx.insert(closingCycleMeters).values(ids.map((meterId) => ({ meterId, organizationId, cycleId })))
}

const record = (
  session: Session,
  tx: Tx,
  { id, name }: CycleRow,
  change: Pick<Parameters<typeof recordAudit>[2], 'action' | 'before' | 'after' | 'at'>,
): Promise<void> =>
  recordAudit(tx, session, { noun: 'closing-cycle', subjectId: id, subjectName: name, ...change })
