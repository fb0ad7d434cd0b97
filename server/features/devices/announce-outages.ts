import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Tx } from '../../db/client.ts'
import { deviceOutages } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { OutageRef } from '../../jobs/queue.ts'
import { takeAudience } from '../push/index.ts'

type Parts = Pick<Deps, 'database' | 'jobs' | 'clock' | 'log'>

/** Outages per run. */
const batchSize = 500

/** Enqueues mails and notifications for outages that nobody has been told of, each on its own; others follow in a minute. */
export async function announceOutages(parts: Parts): Promise<void> {
  const { database, log } = parts
  for (const outage of await findPending(database)) {
    try {
      await database.asSystem((tx) => announce(parts, tx, outage))
    } catch (error) {
      log.error({ err: error, ...outage }, 'an outage could not be announced: it is tried again in a minute')
    }
  }
}

/** The first of each organization, then the second of each, and so on. */
const findPending = (database: Database): Promise<OutageRef[]> =>
  database.asSystem((tx) => {
    const { id, organizationId, announcedAt } = deviceOutages
    return tx
      .select({ organizationId, outageId: id })
      .from(deviceOutages)
      .where(isNull(announcedAt))
      .orderBy(sql`row_number() over (partition by ${organizationId} order by ${id})`, asc(id))
      .limit(batchSize)
  }, 'read only')

/** As the owner: calls may not write that people were told. */
async function announce({ jobs, clock }: Parts, systemTx: Tx, outage: OutageRef): Promise<void> {
  const { organizationId, outageId } = outage
  const now = clock()
  const taken = await systemTx
    .update(deviceOutages)
    .set({ announcedAt: now })
    .where(and(eq(deviceOutages.id, outageId), isNull(deviceOutages.announcedAt)))
    .returning({ id: deviceOutages.id })
  // Another server was faster.
  if (taken.length === 0) return
  const { mails, browsers } = await takeAudience(systemTx, organizationId, now)
  await jobs.mailOutage(
    systemTx,
    mails.map((mail) => ({ ...outage, ...mail })),
  )
  await jobs.pushOutage(
    systemTx,
    browsers.map((subscriptionId) => ({ ...outage, subscriptionId })),
  )
}
