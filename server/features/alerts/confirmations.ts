import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { alertChanges, alerts } from '../../db/schema.ts'
import type { AlertRecord } from './repository.ts'

// A confirmation is written twice: on the alert, as its state, and as a row of what people did to alerts.

/** Leaves one that is confirmed already as it is. `confirmAt`: as the person’s screen says it, where that differs. */
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

/** What is kept of what a person did to an alert: also what it was about. */
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
 * Takes a confirmation back: the alert is over until it is settled by its readings. False where the database keeps it:
 * it does so for everybody else, and after some minutes.
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

/** When this person confirmed the alert by the server’s clock, if theirs is the last word on it. */
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
