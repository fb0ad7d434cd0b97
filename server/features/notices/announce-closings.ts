import { and, eq, gt, gte, inArray, isNull, or } from 'drizzle-orm'
import { role } from '../../../contract/access.ts'
import { organizationStatus } from '../../../contract/organizations.ts'
import type { Database, Tx } from '../../db/client.ts'
import { closingCycles, closingReminders, memberships, organizations } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { JobQueue } from '../../queue/job-queue.ts'
import { findMissing, listCycles, type Reminder, reminderAt } from '../closings/index.ts'
import { enqueueNotice } from './enqueue.ts'

interface Parts extends Pick<Deps, 'database' | 'clock' | 'log'> {
  jobs: Pick<JobQueue, 'enqueue'>
}

interface DueCycle {
  organizationId: number
  timeZone: string
  cycleId: number
  reminder: Reminder
}

/** Enqueues mails and notifications about what months lack that are closed soon, each on its own. */
export async function announceClosings(parts: Parts): Promise<void> {
  const { database, clock, log } = parts
  const now = clock()
  for (const cycle of await findDue(database, now)) {
    try {
      await database.asSystem((tx) => announce(parts, tx, cycle, now))
    } catch (error) {
      log.error({ err: error, ...cycle }, 'failed to remind of a closing, will retry in 10 minutes')
    }
  }
}

/** A demonstration has no office that closes months. */
async function findDue(database: Database, now: Date): Promise<DueCycle[]> {
  const rows = await database.asSystem(
    (tx) =>
      tx
        .select({
          organizationId: organizations.id,
          timeZone: organizations.timeZone,
          cycleId: closingCycles.id,
          closingDay: closingCycles.closingDay,
          closingHour: closingCycles.closingHour,
        })
        .from(closingCycles)
        .innerJoin(organizations, eq(organizations.id, closingCycles.organizationId))
        .where(
          and(
            eq(organizations.status, organizationStatus.active),
            or(isNull(organizations.expireAt), gt(organizations.expireAt, now)),
            eq(organizations.demoEnabled, false),
          ),
        )
        .orderBy(closingCycles.id),
    'read only',
  )
  return rows.flatMap(({ closingDay, closingHour, ...cycle }) => {
    const reminder = reminderAt(cycle.timeZone, { closingDay, closingHour }, now)
    return reminder === null ? [] : [{ ...cycle, reminder }]
  })
}

/** Runs as the owner, because calls may not write that people were told. */
async function announce({ jobs }: Parts, systemTx: Tx, due: DueCycle, now: Date): Promise<void> {
  const { organizationId, cycleId, reminder } = due
  const [row] = await systemTx
    .insert(closingReminders)
    .values({ organizationId, cycleId, ...reminder, at: now })
    .onConflictDoNothing()
    .returning({ id: closingReminders.id })
  // It was announced already, maybe by another server.
  if (row === undefined) return
  const [cycle] = await listCycles(systemTx, organizationId, cycleId)
  if (cycle === undefined) return
  const { meters } = await findMissing(systemTx, due, cycle, { month: reminder.month, now })
  if (meters.length === 0) return
  const inCharge = meters.flatMap(({ assigneeId }) => assigneeId ?? [])
  const notice = { organizationId, subject: 'closing', id: row.id } as const
  const userIds = await findRecipients(systemTx, organizationId, inCharge)
  await enqueueNotice(systemTx, jobs, notice, { now, userIds })
}

/** The administrators and these persons in charge, unless they want no such notices. */
async function findRecipients(
  systemTx: Tx,
  organizationId: number,
  inCharge: readonly number[],
): Promise<number[]> {
  const rows = await systemTx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.isClosingNotice, true),
        or(gte(memberships.role, role.admin), inArray(memberships.userId, [...inCharge])),
      ),
    )
  return rows.map(({ userId }) => userId)
}
