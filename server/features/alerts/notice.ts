import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import {
  alerts,
  memberships,
  meters,
  organizations,
  pushSubscriptions,
  readings,
  sessions,
  units,
  users,
} from '../../db/schema.ts'
import { isActive } from '../organizations/status.ts'
import { isLasting } from '../push/repository.ts'
import type { OfAlert } from './announce.ts'

export type Notice = NonNullable<Awaited<ReturnType<typeof findNotice>>>

/** What is told of an alert; null where it is not there any more, or its organization is not at work. */
export async function findNotice(tx: Tx, { organizationId, alertId }: OfAlert, now: Date) {
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
      measuredAt: readings.createdAt,
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
    .innerJoin(organizations, eq(organizations.id, alerts.organizationId))
    .where(and(eq(alerts.organizationId, organizationId), eq(alerts.id, alertId)))
  return row !== undefined && isActive(row, now) ? row : null
}

/** The member; `wanted`: only if mail is still wanted. */
export async function findReader(
  tx: Tx,
  organizationId: number,
  userId: number,
  { wanted }: { wanted: boolean },
) {
  const [row] = await tx
    .select({ username: users.username, email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.userId, userId),
        wanted ? eq(memberships.isAlertMail, true) : undefined,
      ),
    )
  return row ?? null
}

/** The browser, and whether the session that asked for notifications still lasts. */
export async function findBrowser(tx: Tx, organizationId: number, subscriptionId: number, now: Date) {
  const [row] = await tx
    .select({
      userId: pushSubscriptions.userId,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
      lasts: sql<boolean>`${isLasting(now)}`,
      reason: sessions.revokedReason,
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(
      and(eq(pushSubscriptions.organizationId, organizationId), eq(pushSubscriptions.id, subscriptionId)),
    )
  return row ?? null
}
