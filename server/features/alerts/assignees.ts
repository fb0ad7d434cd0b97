import { and, eq, ne, or } from 'drizzle-orm'
import { allows, role } from '../../../contract/access.ts'
import type { alertChangeEndpoints } from '../../../contract/alerts/alertChanges.ts'
import type { Input } from '../../../contract/calls/endpoint.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { constraintOf } from '../../db/constraint-of.ts'
import { lockMeter } from '../../db/meter-lock.ts'
import { alertChanges, alerts, memberships, users } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { formatLocalTime } from '../../time-zone.ts'
import { changeOf } from './confirmations.ts'
import { type AlertRow, findAlert } from './repository.ts'

type Sent = Input<(typeof alertChangeEndpoints)['updateAssignee']>['body']

/**
 * Says who works on an unconfirmed alert. Nothing is overwritten that the caller has not seen; a repeat changes nothing.
 * A general user releases only what is their own.
 */
export async function recordAssignee(
  deps: Deps,
  session: Session,
  tx: Tx,
  id: number,
  { user_id: next, previous_user_id: previous }: Sent,
): Promise<void> {
  const { organizationId, userId } = session
  const found = await findAlert(tx, organizationId, id)
  // As for a confirmation: two people who take it over do so one after the other.
  const meter = found && (await lockMeter(tx, organizationId, found.alert.meterId))
  const row = meter && (await findAlert(tx, organizationId, id))
  if (row === undefined) throw new Failure('not_found')
  const { alert } = row
  if (alert.confirmAt === null && alert.assigneeUserId === next) return
  if (alert.confirmAt !== null || alert.assigneeUserId !== previous) {
    const message = presentState(row, session.timeZone)
    throw new Failure('assignee_changed', { issues: [{ path: 'previous_user_id', message }] })
  }
  if (next === null && previous !== userId && !allows('admin', session.role)) {
    const message = '担当を外せるのは、本人か管理者だけです'
    throw new Failure('forbidden', { issues: [{ path: 'user_id', message }] })
  }
  const assignee = next === null ? null : await findMember(tx, session, next)
  const at = deps.clock()
  await tx
    .update(alerts)
    .set({ assigneeUserId: next, takenAt: next === null ? null : at })
    .where(and(eq(alerts.organizationId, organizationId), eq(alerts.id, id)))
    .catch((error: unknown) => {
      // Removed in the meantime.
      throw constraintOf(error) === 'alerts_assignee_is_member' ? notAMember() : error
    })
  const change = await changeOf(tx, alert, { userId, at })
  await tx
    .insert(alertChanges)
    .values({ ...change, action: 'assign', assignee, previousAssignee: row.assignee })
}

function presentState({ alert, assignee }: AlertRow, zone: string): string {
  if (alert.confirmAt !== null) return 'このアラートは確認済みです'
  if (alert.takenAt === null) return 'このアラートの担当者はいません'
  return `${assignee ?? '退会したユーザー'}さんが${formatLocalTime(zone, alert.takenAt)}から担当しています`
}

/** The name of a member. System administrators are on nobody’s list: they take over only themselves. */
async function findMember(tx: Tx, { organizationId, userId }: Session, id: number): Promise<string> {
  const [member] = await tx
    .select({ username: users.username })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.userId, id),
        or(ne(memberships.role, role.system), eq(memberships.userId, userId)),
      ),
    )
  if (member !== undefined) return member.username
  throw notAMember()
}

const notAMember = () =>
  new Failure('reference_unknown', {
    issues: [{ path: 'user_id', message: 'この組織のユーザーではありません' }],
  })
