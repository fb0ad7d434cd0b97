import { and, asc, eq, isNotNull, not, or, sql } from 'drizzle-orm'
import type { Database, Tx } from '../../db/client.ts'
import { isActive } from '../../db/organization-lookup.ts'
import { alertReminders, alertRuleCases, alerts, organizations } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { JobQueue } from '../../queue/job-queue.ts'
import { isUnderMaintenance } from '../maintenances/index.ts'
import { findRecipientGroup, findRecipients } from '../recipient-groups/index.ts'
import { type AlertRef, lockCase } from './announce-alerts.ts'
import { enqueueNotice } from './enqueue.ts'
import { isQuiet } from './quiet-hours.ts'

interface Parts extends Pick<Deps, 'clock' | 'log'> {
  database: Database
  jobs: Pick<JobQueue, 'enqueue'>
}

/**
 * Enqueues what is due about alerts that nobody has confirmed: for the notification group that is told as well, and for
 * those who are told again. During quiet hours and 点検中 it waits for their end.
 */
export async function announceUnconfirmed(parts: Parts): Promise<void> {
  const { database, clock, log } = parts
  const now = clock()
  for (const organizationId of await database.asSystem((tx) => listReminding(tx, now), 'read only')) {
    const within = <T>(work: (tx: Tx) => Promise<T>) => database.inOrganization(organizationId, null, work)
    const failed = (error: unknown, alertId?: number) =>
      log.error(
        { err: error, organizationId, alertId },
        'failed to tell again of an alert, will retry in 60 s',
      )
    try {
      for (const alertId of await within((tx) => listDue(tx, organizationId, now)))
        await within((tx) => remind(parts, tx, { organizationId, alertId }, now)).catch((error: unknown) =>
          failed(error, alertId),
        )
    } catch (error) {
      failed(error)
    }
  }
}

/** The active organizations that have switched it on. */
async function listReminding(tx: Tx, now: Date): Promise<number[]> {
  const rows = await tx
    .select({ id: organizations.id, status: organizations.status, expireAt: organizations.expireAt })
    .from(alertReminders)
    .innerJoin(organizations, eq(organizations.id, alertReminders.organizationId))
    .where(or(isNotNull(alertReminders.escalationFrom), isNotNull(alertReminders.repeatFrom)))
  return rows.filter((organization) => isActive(organization, now)).map(({ id }) => id)
}

const { toldAt, repeatedAt, escalatedAt, assigneeUserId } = alerts
const { escalationFrom, escalationMinutes, escalationGroupId, repeatFrom, repeatHours } = alertReminders

/** A group is not told of an alert that somebody works on. */
const isEscalationDue = (
  now: Date,
) => sql<boolean>`coalesce(${escalatedAt} is null and ${assigneeUserId} is null
  and ${toldAt} >= ${escalationFrom}
  and ${toldAt} + ${escalationMinutes} * interval '1 minute' <= ${now.toISOString()}::timestamptz, false)`

const isRepeatDue = (now: Date) => sql<boolean>`coalesce(${toldAt} >= ${repeatFrom} and
  coalesce(${repeatedAt}, ${toldAt}) + ${repeatHours} * interval '1 hour' <= ${now.toISOString()}::timestamptz, false)`

/** An alert that occurs is not confirmed. 点検中, it waits. */
const isDue = (organizationId: number, now: Date) =>
  and(
    eq(alerts.organizationId, organizationId),
    eq(alerts.isAlert, true),
    isNotNull(toldAt),
    not(isUnderMaintenance(alerts.meterId)),
    or(isEscalationDue(now), isRepeatDue(now)),
  )

export async function listDue(tx: Tx, organizationId: number, now: Date): Promise<number[]> {
  if (await isQuiet(tx, organizationId, now)) return []
  const rows = await tx
    .select({ id: alerts.id })
    .from(alerts)
    .innerJoin(alertReminders, eq(alertReminders.organizationId, alerts.organizationId))
    .where(isDue(organizationId, now))
    .orderBy(asc(toldAt), asc(alerts.id))
  return rows.map(({ id }) => id)
}

async function remind({ jobs }: Parts, tx: Tx, alert: AlertRef, now: Date): Promise<void> {
  const { organizationId, alertId } = alert
  // Before the alert, as by readings that change the case.
  const found = await lockCase(tx, alert)
  const [due] = await tx
    .select({
      escalates: isEscalationDue(now),
      repeats: isRepeatDue(now),
      escalatedTo: alerts.escalatedTo,
      groupId: escalationGroupId,
    })
    .from(alerts)
    .innerJoin(alertReminders, eq(alertReminders.organizationId, alerts.organizationId))
    .where(and(eq(alerts.id, alertId), isDue(organizationId, now)))
    .for('no key update', { of: alerts })
  // It was confirmed or ended in the meantime, or another server was faster.
  if (due === undefined) return
  const told = new Set(found?.toldUserIds)
  // A person who is in both gets one mail, because its job has one name.
  const enqueue = async (to: Omit<Parameters<typeof enqueueNotice>[3], 'now'>) => {
    const notice = { organizationId, subject: 'reminder', id: alertId, at: now.getTime() } as const
    for (const userId of (await enqueueNotice(tx, jobs, notice, { now, ...to })) ?? []) told.add(userId)
  }
  if (due.repeats) {
    const among = found && ((await findRecipients(tx, organizationId, found.ruleId)) ?? undefined)
    await enqueue({ among, also: due.escalatedTo?.userIds })
  }
  let { escalatedTo } = due
  if (due.escalates && due.groupId !== null) {
    const { group, members } = await findRecipientGroup(tx, organizationId, due.groupId)
    const userIds = members.map(({ id }) => id)
    const isEmpty = userIds.length === 0
    escalatedTo = isEmpty ? null : { name: group.name, userIds }
    await enqueue(isEmpty ? {} : { userIds })
  }
  await tx
    .update(alerts)
    .set({
      ...(due.repeats && { repeatedAt: now }),
      ...(due.escalates && { escalatedAt: now, escalatedTo }),
    })
    .where(and(eq(alerts.organizationId, organizationId), eq(alerts.id, alertId)))
  if (found !== undefined)
    await tx
      .update(alertRuleCases)
      .set({ toldUserIds: [...told] })
      .where(eq(alertRuleCases.id, found.id))
}
