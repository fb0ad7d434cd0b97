import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Database, Tx } from '../../db/client.ts'
import { deviceOutages } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { enqueueMails, enqueueNotice } from './enqueue.ts'

type Parts = Pick<Deps, 'database' | 'jobs' | 'clock' | 'log'>

interface OutageRef {
  organizationId: number
  outageId: number
}

/** Outages per run. */
const batchSize = 500

/** Enqueues mails and notifications for outages that have not been announced, and mails for those that are over. */
export async function announceOutages(parts: Parts): Promise<void> {
  const { database, log } = parts
  for (const outage of await findPending(database)) {
    try {
      await database.asSystem((tx) => announce(parts, tx, outage))
    } catch (error) {
      log.error({ err: error, ...outage }, 'failed to announce an outage, will retry in 60 s')
    }
  }
}

const isPending = and(
  isNull(deviceOutages.recoveryAnnouncedAt),
  or(isNull(deviceOutages.announcedAt), isNotNull(deviceOutages.endedAt)),
)

/** The first of each organization, then the second of each, and so on. */
const findPending = (database: Database): Promise<OutageRef[]> =>
  database.asSystem((tx) => {
    const { id, organizationId } = deviceOutages
    return tx
      .select({ organizationId, outageId: id })
      .from(deviceOutages)
      .where(isPending)
      .orderBy(sql`row_number() over (partition by ${organizationId} order by ${id})`, asc(id))
      .limit(batchSize)
  }, 'read only')

/** Runs as the owner, because calls may not write `announcedAt`. */
async function announce({ jobs, clock }: Parts, systemTx: Tx, outage: OutageRef): Promise<void> {
  const { organizationId, outageId } = outage
  const now = clock()
  const [pending] = await systemTx
    .select({ announcedAt: deviceOutages.announcedAt, endedAt: deviceOutages.endedAt })
    .from(deviceOutages)
    .where(and(eq(deviceOutages.id, outageId), isPending))
    .for('update')
  // Another server was faster.
  if (pending === undefined) return
  await systemTx
    .update(deviceOutages)
    // One mail says both where the outage is over already.
    .set({ announcedAt: pending.announcedAt ?? now, recoveryAnnouncedAt: pending.endedAt && now })
    .where(eq(deviceOutages.id, outageId))
  const isEnd = pending.endedAt !== null
  const notice = { organizationId, subject: 'outage', id: outageId, isEnd } as const
  if (pending.announcedAt !== null) return enqueueMails(systemTx, jobs, notice, now)
  await enqueueNotice(systemTx, jobs, notice, { now })
}
