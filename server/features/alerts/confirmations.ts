import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { lockMeter } from '../../db/meter-lock.ts'
import { alertChanges, alerts, alertWorsenings, meters } from '../../db/schema.ts'
import { valueFormatOf } from '../../db/value-format.ts'
import type { Deps } from '../../deps.ts'
import { parseLocalTime } from '../../time-zone.ts'
import { reconcileSilently } from './reconcile.ts'
import { type AlertRecord, findAlert } from './repository.ts'

/** Milliseconds that a screen’s clock may differ from ours. */
const tolerance = 2 * 60_000

/** The first confirmation counts; a repeat changes nothing. */
export async function recordConfirmation(
  deps: Deps,
  session: Session,
  tx: Tx,
  id: number,
  sent: { confirm_at: string; comment?: string | null | undefined },
): Promise<void> {
  const { organizationId, userId } = session
  const at = confirmedAt(sent.confirm_at, session.timeZone, deps.clock())
  const row = await findAlert(tx, organizationId, id)
  // As for a reading: reconciling and confirming run one after the other.
  const meter = row && (await lockMeter(tx, organizationId, row.alert.meterId))
  if (meter === undefined) throw new Failure('not_found')
  const comment = sent.comment === undefined || sent.comment === '' ? null : sent.comment
  await confirmAlert(tx, organizationId, id, { userId, at: deps.clock(), confirmAt: at, comment })
}

/** Milliseconds; the screen offers it for ten seconds. */
const undoTime = 30_000

/**
 * Only one’s own, fresh confirmation: later it is a record. The alert is reconciled with its readings again, and nobody
 * is notified.
 */
export async function recordUndo(deps: Deps, session: Session, tx: Tx, id: number): Promise<void> {
  const { organizationId, userId } = session
  const found = await findAlert(tx, organizationId, id)
  const meter = found && (await lockMeter(tx, organizationId, found.alert.meterId))
  // Read again under the lock.
  const row = meter && (await findAlert(tx, organizationId, id))
  if (meter === undefined || row === undefined) throw new Failure('not_found')
  const at = deps.clock()
  const confirmedAt = await confirmedAtBy(tx, organizationId, id, userId)
  const isFresh = confirmedAt !== null && at.getTime() - confirmedAt.getTime() <= undoTime
  const { alert } = row
  if (!isFresh || !(await undoConfirmation(tx, alert, { userId, at }))) throw new Failure('undo_refused')
  if (alert.rule !== null) {
    await tx.execute(sql`select follow_rule_case(${alert.ruleCaseId}::bigint)`)
    return
  }
  const of = { organizationId, id: alert.meterId }
  await reconcileSilently(tx, of, { id: alert.readingId, createdAt: alert.latestAt })
  // A normal reading that arrived since may have split the run.
  await reconcileSilently(tx, of, { id: alert.firstReadingId, createdAt: alert.createdAt })
}

/**
 * Changes the comment of one’s own confirmation. Who else calls is refused, here and by the database. The comment that
 * it replaces stays in the history.
 */
export async function recordComment(
  deps: Deps,
  session: Session,
  tx: Tx,
  id: number,
  sent: string | null,
): Promise<void> {
  const { organizationId, userId } = session
  const found = await findAlert(tx, organizationId, id)
  // As for a confirmation: an undo and a new comment run one after the other.
  const meter = found && (await lockMeter(tx, organizationId, found.alert.meterId))
  const row = meter && (await findAlert(tx, organizationId, id))
  if (row === undefined) throw new Failure('not_found')
  const { alert } = row
  if (alert.confirmedByUserId !== userId) throw new Failure('comment_refused')
  const comment = sent === '' ? null : sent
  if (comment === alert.comment) return
  const at = deps.clock()
  await tx.execute(
    sql`select set_alert_comment(${id}::bigint, ${comment}::text, ${at.toISOString()}::timestamptz)`,
  )
  const change = { ...(await changeOf(tx, alert, { userId, at })), action: 'comment' as const }
  await tx.insert(alertChanges).values({ ...change, comment, previousComment: alert.comment })
}

function confirmedAt(local: string, zone: string, now: Date): Date {
  const at = parseLocalTime(zone, local)
  if (at === null) {
    throw new Failure('validation_failed', {
      issues: [{ path: 'confirm_at', message: '日時が正しくありません' }],
    })
  }
  return Math.abs(at.getTime() - now.getTime()) <= tolerance ? at : now
}

// A confirmation is written twice: as the alert’s state and in its history.

/** No-op on a confirmed alert. `confirmAt`: by the person’s clock, where that differs. */
export async function confirmAlert(
  tx: Tx,
  organizationId: number,
  id: number,
  by: { userId: number; at: Date; confirmAt?: Date; comment: string | null },
): Promise<void> {
  const [confirmed] = await tx
    .update(alerts)
    .set({
      isAlert: false,
      isAlerted: false,
      confirmAt: by.confirmAt ?? by.at,
      confirmedByUserId: by.userId,
      confirmedValue: sql`(select value from readings where readings.organization_id = ${alerts.organizationId}
        and readings.id = ${alerts.readingId})`,
      comment: by.comment,
    })
    .where(and(eq(alerts.organizationId, organizationId), eq(alerts.id, id), isNull(alerts.confirmAt)))
    .returning()
  if (confirmed === undefined) return
  const change = await changeOf(tx, confirmed, by)
  await tx.insert(alertChanges).values({ ...change, action: 'confirm', comment: by.comment })
}

/** A row of the history, with what the alert was about. */
export async function changeOf(tx: Tx, alert: AlertRecord, { userId, at }: { userId: number; at: Date }) {
  const [meter] = await tx.select().from(meters).where(eq(meters.id, alert.meterId))
  if (meter === undefined) throw new Error('an alert has no meter')
  return {
    organizationId: alert.organizationId,
    meterId: alert.meterId,
    alertId: alert.id,
    firstAt: alert.createdAt,
    latestAt: alert.latestAt,
    emergencyStartValue: alert.emergencyStartValue,
    emergencyEndValue: alert.emergencyEndValue,
    valueFormat: await valueFormatOf(tx, meter),
    userId,
    at,
  }
}

/**
 * Reopens the alert as past, to be reconciled with its readings. False where a policy of the database refuses: for
 * other users, and after some minutes.
 */
async function undoConfirmation(
  tx: Tx,
  alert: AlertRecord,
  by: { userId: number; at: Date },
): Promise<boolean> {
  const { organizationId, id } = alert
  const touched = await tx
    .update(alerts)
    .set({
      isAlerted: true,
      endReason: alert.endReason ?? (alert.rule === null ? 'value' : 'rule'),
      confirmAt: null,
      confirmedByUserId: null,
      confirmedValue: null,
      comment: null,
      commentEditedAt: null,
    })
    .where(and(eq(alerts.organizationId, organizationId), eq(alerts.id, id)))
    .returning({ id: alerts.id })
  if (touched.length === 0) return false
  await tx
    .delete(alertWorsenings)
    .where(and(eq(alertWorsenings.organizationId, organizationId), eq(alertWorsenings.alertId, id)))
  await tx.insert(alertChanges).values({ ...(await changeOf(tx, alert, by)), action: 'undo' })
  return true
}

/** When this user confirmed the alert, if that is the latest change of its state. */
async function confirmedAtBy(
  tx: Tx,
  organizationId: number,
  id: number,
  userId: number,
): Promise<Date | null> {
  const [last] = await tx
    .select()
    .from(alertChanges)
    .where(
      and(
        eq(alertChanges.organizationId, organizationId),
        eq(alertChanges.alertId, id),
        ne(alertChanges.action, 'comment'),
      ),
    )
    .orderBy(desc(alertChanges.id))
    .limit(1)
  return last?.action === 'confirm' && last.userId === userId ? last.at : null
}
