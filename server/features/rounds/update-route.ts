import { and, eq, gt, ne } from 'drizzle-orm'
import { role } from '../../../contract/access.ts'
import type { Input } from '../../../contract/calls/endpoint.ts'
import type { roundEndpoints } from '../../../contract/rounds.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { inspections, memberships, meters, roundMarks, rounds, users } from '../../db/schema.ts'
import { changedFields, recordAudit } from '../audit/index.ts'
import { listGroups, visitedMeters } from './repository.ts'

type Sent = Input<(typeof roundEndpoints)['updateRoute']>['body']

/** Changes what is sent; another schedule begins a round of its own. */
export async function updateRoute(session: Session, tx: Tx, id: number, sent: Sent, at: Date): Promise<void> {
  const { organizationId } = session
  const own = and(eq(inspections.organizationId, organizationId), eq(inspections.id, id))
  await tx.select({ id: inspections.id }).from(inspections).where(own).for('no key update')
  const [before] = await listGroups(tx, organizationId, id)
  if (before === undefined) throw new Failure('not_found')
  if (sent.meter_ids !== undefined) await assertMetersOf(tx, organizationId, id, sent.meter_ids)
  const assignee = await assigneeOf(tx, organizationId, sent.assignee_id)
  const changed = changedFields(
    { route: before.route, schedule: before.schedule, assignee: before.assignee?.username ?? null },
    {
      ...(sent.meter_ids !== undefined && { route: sent.meter_ids }),
      ...(sent.schedule !== undefined && { schedule: sent.schedule }),
      ...(assignee !== undefined && { assignee: assignee?.username ?? null }),
    },
  )
  if (Object.keys(changed.after).length === 0) return
  const isRescheduled = 'schedule' in changed.after
  const from = sent.schedule ? at : null
  await tx
    .update(inspections)
    .set({
      route: sent.meter_ids,
      ...(isRescheduled && { schedule: sent.schedule, scheduleFrom: from, roundsFrom: from }),
      assigneeUserId: assignee === undefined ? undefined : (assignee?.id ?? null),
      updatedAt: at,
    })
    .where(own)
  if (isRescheduled) await beginAnew(tx, organizationId, id, at)
  await recordAudit(tx, session, {
    noun: 'inspection',
    subjectId: id,
    subjectName: before.name,
    action: 'update',
    ...changed,
    at,
  })
}

async function assertMetersOf(
  tx: Tx,
  organizationId: number,
  id: number,
  sent: readonly number[],
): Promise<void> {
  const rows = await tx
    .select({ id: meters.id })
    .from(meters)
    .where(and(eq(meters.organizationId, organizationId), eq(meters.inspectionId, id)))
  const left = new Set(rows.map((row) => row.id))
  for (const [index, meterId] of sent.entries()) {
    if (left.delete(meterId)) continue
    const isTwice = sent.indexOf(meterId) < index
    const message = isTwice ? 'メーターが重複しています' : 'この点検グループのメーターではありません'
    throw new Failure(isTwice ? 'validation_failed' : 'reference_unknown', {
      issues: [{ path: `meter_ids.${index}`, message }],
    })
  }
}

/** Returns undefined if none is sent. A system administrator is refused like somebody who is not a member. */
async function assigneeOf(tx: Tx, organizationId: number, userId: number | null | undefined) {
  if (userId === undefined || userId === null) return userId
  const [row] = await tx
    .select({ id: users.id, username: users.username })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.userId, userId),
        ne(memberships.role, role.system),
      ),
    )
  if (row !== undefined) return row
  throw new Failure('reference_unknown', {
    issues: [{ path: 'assignee_id', message: 'この組織のユーザーではありません' }],
  })
}

/** The round under way was that of another schedule; what was done in it counts for the new one. */
async function beginAnew(tx: Tx, organizationId: number, id: number, at: Date): Promise<void> {
  await tx
    .delete(rounds)
    .where(and(eq(rounds.organizationId, organizationId), eq(rounds.inspectionId, id), gt(rounds.endsAt, at)))
  const visited = await visitedMeters(tx, organizationId, [{ id, route: [] }], id)
  const marks = visited.get(id)?.slice(0, 1) ?? []
  if (marks.length > 0)
    await tx.insert(roundMarks).values(marks.map((meter) => ({ organizationId, meterId: meter.id, at })))
}
