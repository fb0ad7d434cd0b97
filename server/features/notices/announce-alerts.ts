import { and, asc, eq, inArray, not, sql } from 'drizzle-orm'
import type { Database, Tx } from '../../db/client.ts'
import { alertAnnouncements, alertRuleCases, alerts } from '../../db/schema.ts'
import type { Log } from '../../log.ts'
import type { JobQueue } from '../../queue/job-queue.ts'
import { isUnderMaintenance } from '../maintenances/index.ts'
import { findRecipients } from '../recipient-groups/index.ts'
import { enqueueNotice } from './enqueue.ts'
import { noteTold } from './note-told.ts'

interface Parts {
  database: Database
  jobs: Pick<JobQueue, 'enqueue'>
  clock: () => Date
  log: Log
}

export interface AlertRef {
  organizationId: number
  alertId: number
}

/** Alerts per run. */
const batchSize = 500

/**
 * Enqueues mails and notifications for pending alerts, each on its own; failed ones stay pending. Organizations take
 * turns: after a failure the rest of its organization comes last, after a second one in the next run.
 */
export async function announcePending(parts: Parts, max = batchSize): Promise<void> {
  const failed = new Set<number>()
  const behind: AlertRef[] = []
  for (const alert of await findPending(parts.database, max)) {
    if (failed.has(alert.organizationId)) behind.push(alert)
    else if (!(await tryToAnnounce(parts, alert))) failed.add(alert.organizationId)
  }
  const left = new Set<number>()
  for (const alert of behind) {
    if (left.has(alert.organizationId)) continue
    if (!(await tryToAnnounce(parts, alert))) left.add(alert.organizationId)
  }
}

/** 点検中, they wait. */
const isDue = not(
  isUnderMaintenance(sql`(select meter_id from alerts where alerts.id = ${alertAnnouncements.alertId})`),
)

/** The first of each organization, then the second of each, and so on. */
async function findPending(database: Database, max: number): Promise<AlertRef[]> {
  const { organizationId, alertId, failures } = alertAnnouncements
  const turn = sql`row_number() over (partition by ${organizationId} order by ${failures}, ${alertId})`
  return database.asSystem(
    (tx) =>
      tx
        .select({ organizationId, alertId })
        .from(alertAnnouncements)
        .where(isDue)
        .orderBy(turn, asc(failures), asc(alertId))
        .limit(max),
    'read only',
  )
}

async function tryToAnnounce(parts: Parts, alert: AlertRef): Promise<boolean> {
  const { database, log } = parts
  try {
    await database.inOrganization(alert.organizationId, null, (tx) => announce(parts, tx, alert))
    return true
  } catch (error) {
    log.error({ err: error, ...alert }, 'an alert could not be announced: it is tried again in a minute')
    await countFailure(database, alert).catch((error: unknown) =>
      log.error({ err: error, ...alert }, 'the failure of an announcement was not counted'),
    )
    return false
  }
}

/** Skips a locked row, else others would wait as well. */
const countFailure = (database: Database, { alertId }: AlertRef) =>
  database.asSystem(async (tx) => {
    const free = tx
      .select({ alertId: alertAnnouncements.alertId })
      .from(alertAnnouncements)
      .where(eq(alertAnnouncements.alertId, alertId))
      .for('update', { skipLocked: true })
    await tx
      .update(alertAnnouncements)
      .set({ failures: sql`${alertAnnouncements.failures} + 1` })
      .where(inArray(alertAnnouncements.alertId, free))
  })

/** Alerts that are to be announced now. */
export const countPending = (database: Database): Promise<number> =>
  database.asSystem((tx) => tx.$count(alertAnnouncements, isDue), 'read only')

async function announce({ jobs, clock }: Parts, tx: Tx, alert: AlertRef): Promise<void> {
  const { organizationId, alertId } = alert
  // Before the announcement, as by readings that change the case or delete the alert.
  const found = await lockCase(tx, alert)
  const isAlert = and(eq(alerts.organizationId, organizationId), eq(alerts.id, alertId))
  await tx.select({ id: alerts.id }).from(alerts).where(isAlert).for('no key update')
  const [taken] = await tx
    .delete(alertAnnouncements)
    .where(
      and(eq(alertAnnouncements.organizationId, organizationId), eq(alertAnnouncements.alertId, alertId)),
    )
    .returning()
  // Another server was faster.
  if (taken === undefined) return
  const { worseningId } = taken
  const now = clock()
  const isOver = found !== undefined && found.closedAt !== null
  // It opened again in the meantime.
  if (taken.isEnd && !isOver) return
  const notice =
    worseningId === null
      ? ({ organizationId, subject: 'alert', id: alertId, ...(isOver && { isEnd: true }) } as const)
      : ({ organizationId, subject: 'worsening', id: worseningId } as const)
  const told = found?.toldUserIds ?? null
  const among = found && ((await findRecipients(tx, organizationId, found.ruleId)) ?? undefined)
  // The end is told to those who were told of the beginning, whoever is in the group by then.
  const to = taken.isEnd && told !== null ? { userIds: told } : { among }
  const reached = await enqueueNotice(tx, jobs, notice, { now, ...to })
  if (reached === null || taken.isEnd) return
  await noteTold(tx, organizationId, [alertId], now)
  if (found === undefined) return
  await tx
    .update(alertRuleCases)
    .set({ toldUserIds: [...new Set([...(told ?? []), ...reached])] })
    .where(eq(alertRuleCases.id, found.id))
}

/** The case of the rule that opened an alert; undefined: the abnormal range did, or the rule has been deleted. */
export async function lockCase(tx: Tx, { organizationId, alertId }: AlertRef) {
  const { id, ruleId, closedAt, toldUserIds } = alertRuleCases
  const [found] = await tx
    .select({ id, ruleId, closedAt, toldUserIds })
    .from(alerts)
    .innerJoin(alertRuleCases, eq(id, alerts.ruleCaseId))
    .where(and(eq(alerts.organizationId, organizationId), eq(alerts.id, alertId)))
    .for('no key update', { of: alertRuleCases })
  return found
}
