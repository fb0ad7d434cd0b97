import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database, Tx } from '../../db/client.ts'
import { rounds } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { JobQueue } from '../../queue/job-queue.ts'
import { listGroups } from '../rounds/index.ts'
import { enqueueNotice } from './enqueue.ts'
import { isQuiet } from './quiet-hours.ts'

interface Parts extends Pick<Deps, 'database' | 'clock' | 'log'> {
  jobs: Pick<JobQueue, 'enqueue'>
}

interface RoundRef {
  organizationId: number
  roundId: number
}

/** Rounds per run. */
const batchSize = 500

/** Enqueues mails and notifications for missed rounds that nobody has been told of, each on its own; others follow in a minute. */
export async function announceRounds(parts: Parts): Promise<void> {
  const { database, log } = parts
  for (const round of await findPending(database)) {
    try {
      await database.asSystem((tx) => announce(parts, tx, round))
    } catch (error) {
      log.error({ err: error, ...round }, 'a missed round could not be announced: tried again in a minute')
    }
  }
}

const isPending = and(isNotNull(rounds.missedAt), isNull(rounds.announcedAt))

/** The first of each organization, then the second of each, and so on. */
const findPending = (database: Database): Promise<RoundRef[]> =>
  database.asSystem((tx) => {
    const { id, organizationId } = rounds
    return tx
      .select({ organizationId, roundId: id })
      .from(rounds)
      .where(isPending)
      .orderBy(sql`row_number() over (partition by ${organizationId} order by ${id})`, asc(id))
      .limit(batchSize)
  }, 'read only')

/** Those who want alerts, and the person in charge. As the owner: calls may not write that people were told. */
async function announce({ jobs, clock }: Parts, systemTx: Tx, round: RoundRef): Promise<void> {
  const { organizationId, roundId } = round
  const now = clock()
  // It stays pending until the quiet hours are over.
  if (await isQuiet(systemTx, organizationId, now)) return
  const [taken] = await systemTx
    .update(rounds)
    .set({ announcedAt: now })
    .where(and(eq(rounds.id, roundId), isPending))
    .returning({ inspectionId: rounds.inspectionId })
  // Another server was faster.
  if (taken === undefined) return
  const [group] = await listGroups(systemTx, organizationId, taken.inspectionId)
  const notice = { organizationId, subject: 'round', id: roundId } as const
  await enqueueNotice(systemTx, jobs, notice, { now, assigneeId: group?.assignee?.id ?? null })
}
