import { and, eq, gt, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { alerts, groups, maintenances, meters, users } from '../../db/schema.ts'

export type MaintenanceRow = Awaited<ReturnType<typeof listMaintenances>>[number]

export const isOfGroup = (organizationId: number, groupId: number) =>
  and(eq(maintenances.organizationId, organizationId), eq(maintenances.groupId, groupId))

/** Those that last, by the names of their groups, or that of one group. */
export const listMaintenances = (tx: Tx, organizationId: number, now: Date, groupId?: number) =>
  tx
    .select({ maintenance: maintenances, groupName: groups.name, startedBy: users.username })
    .from(maintenances)
    .innerJoin(groups, eq(groups.id, maintenances.groupId))
    .leftJoin(users, eq(users.id, maintenances.startedByUserId))
    .where(
      and(
        eq(maintenances.organizationId, organizationId),
        gt(maintenances.endsAt, now),
        groupId === undefined ? undefined : eq(maintenances.groupId, groupId),
      ),
    )
    .orderBy(groups.name, groups.id)

export async function countOccurring(tx: Tx, organizationId: number, groupId: number): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(alerts)
    .innerJoin(meters, eq(meters.id, alerts.meterId))
    .where(
      and(
        eq(alerts.organizationId, organizationId),
        eq(alerts.isAlerted, true),
        eq(alerts.isAlert, true),
        eq(meters.meterGroupId, groupId),
      ),
    )
  return row?.count ?? 0
}

/**
 * Drops what is no longer worth telling of a group's meters: alerts that opened and ended, or were confirmed, and
 * confirmed ones that got worse and are over. Of alerts that were announced before, the end is still told. Rows that a
 * reading changes at this moment are left, so that nobody waits.
 */
export const dropOver = (tx: Tx, organizationId: number, groupId: number) =>
  tx.execute(sql`
    delete from alert_announcements where alert_id in (
      select pending.alert_id from alert_announcements as pending
        join alerts as alert on alert.id = pending.alert_id
        join meters as meter on meter.id = alert.meter_id
        left join alert_rule_cases as found on found.id = alert.rule_case_id
      where pending.organization_id = ${organizationId} and meter.meter_group_id = ${groupId} and case
        when pending.is_end then pending.is_first
        when pending.worsening_id is null then not alert.is_alert
        when alert.rule is not null then found.closed_at is not null
        else exists (select from alert_worsenings as step
          join readings as worse on worse.id = step.reading_id
          join readings as later on later.organization_id = worse.organization_id and later.meter_id = worse.meter_id
            and not later.is_abnormal and later.value is not null and later.deleted_at is null
            and later.source <> 'import' and (later.created_at, later.id) > (worse.created_at, worse.id)
          where step.id = pending.worsening_id) end
      order by pending.alert_id for update of pending skip locked)`)
