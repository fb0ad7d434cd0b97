import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { alerts, deviceReports, meters, organizations, readings, units } from '../../db/schema.ts'
import type { AlertRef } from '../../queue/job-queue.ts'
import { isActive } from '../organizations/index.ts'

export type NotificationData = NonNullable<Awaited<ReturnType<typeof findNotificationData>>>

/** What a notification says of an alert; null where the alert is gone or its organization inactive. */
export async function findNotificationData(tx: Tx, { organizationId, alertId }: AlertRef, now: Date) {
  const [row] = await tx
    .select({
      alertId: alerts.id,
      isAlert: alerts.isAlert,
      isAlerted: alerts.isAlerted,
      endedAt: alerts.updatedAt,
      meterId: meters.id,
      meterName: meters.name,
      unit: units.name,
      decimalPoint: meters.decimalPoint,
      emergencyStartValue: alerts.emergencyStartValue,
      emergencyEndValue: alerts.emergencyEndValue,
      readingId: readings.id,
      value: readings.value,
      reasons: readings.reasons,
      measured: deviceReports.measured,
      measuredAt: readings.createdAt,
      timeMark: readings.timeMark,
      pictureSha256: readings.pictureSha256,
      resultSha256: readings.resultSha256,
      timeZone: organizations.timeZone,
      status: organizations.status,
      expireAt: organizations.expireAt,
    })
    .from(alerts)
    .innerJoin(meters, eq(meters.id, alerts.meterId))
    .innerJoin(units, eq(units.id, meters.meterUnitId))
    .innerJoin(readings, eq(readings.id, alerts.readingId))
    .leftJoin(deviceReports, eq(deviceReports.id, readings.reportId))
    .innerJoin(organizations, eq(organizations.id, alerts.organizationId))
    .where(and(eq(alerts.organizationId, organizationId), eq(alerts.id, alertId)))
  return row !== undefined && isActive(row, now) ? row : null
}
