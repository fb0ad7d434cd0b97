import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { alertChanges, alerts } from '../../db/schema.ts'
import type { AlertRecord } from './repository.ts'

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
      comment: by.comment,
    })
    .where(and(eq(alerts.organizationId, organizationId), eq(alerts.id, id), isNull(alerts.confirmAt)))
    .returning()
  if (confirmed === undefined) return
  await tx.insert(alertChanges).values({ ...changeOf(confirmed, by), action: 'confirm', comment: by.comment })
}

/** A row of the history, with what the alert was about. */
const changeOf = (alert: AlertRecord, { userId, at }: { userId: number; at: Date }) => ({
  organizationId: alert.organizationId,
  meterId: alert.meterId,
  alertId: alert.id,
  firstAt: alert.createdAt,
  latestAt: alert.latestAt,
  emergencyStartValue: alert.emergencyStartValue,
  emergencyEndValue: alert.emergencyEndValue,
  userId,
  at,
})

/**
 * Reopens the alert as past, to be reconciled with its readings. False where a policy of the database refuses: for
 * other users, and after some minutes.
 */
export async function undoConfirmation(
  tx: Tx,
  alert: AlertRecord,
  by: { userId: number; at: Date },
): Promise<boolean> {
  const { organizationId, id } = alert
  const touched = await tx
    .update(alerts)
    .set({ isAlerted: true, confirmAt: null, confirmedByUserId: null, comment: null })
    .where(and(eq(alerts.organizationId, organizationId), eq(alerts.id, id)))
    .returning({ id: alerts.id })
  if (touched.length === 0) return false
  await tx.insert(alertChanges).values({ ...changeOf(alert, by), action: 'undo' })
  return true
}

/** When this user confirmed the alert, if that is the latest change. */
export async function confirmedAtBy(
  tx: Tx,
  organizationId: number,
  id: number,
  userId: number,
): Promise<Date | null> {
  const [last] = await tx
    .select()
    .from(alertChanges)
    .where(and(eq(alertChanges.organizationId, organizationId), eq(alertChanges.alertId, id)))
    .orderBy(desc(alertChanges.id))
    .limit(1)
  return last?.action === 'confirm' && last.userId === userId ? last.at : null
}
