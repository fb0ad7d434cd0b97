import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../db/client.ts'
import { rejudgements } from '../db/schema.ts'
import { rejudgeBatch, rejudgingShare } from '../features/readings/index.ts'
import type { JobQueue } from '../queue/job-queue.ts'
import type { RejudgeJob } from '../queue/job-types.ts'

interface Parts {
  database: Database
  jobs: Pick<JobQueue, 'announceAlerts' | 'enqueue'>
  clock: () => Date
}

/** Batches per job: then it is another meter’s turn, and shutdown waits for few. */
const batchesOfJob = 20

/**
 * Judges a meter’s readings in batches; the next job continues. It pauses between batches for as long as one took,
 * leaving half of the time to others.
 */
export async function runRejudge(parts: Parts, job: RejudgeJob, batches = batchesOfJob): Promise<void> {
  const { heavyQueries } = parts.database
  for (let batch = 0; batch < batches; batch++) {
    const began = performance.now()
    const isMore = await heavyQueries.run({ owner: rejudgingShare(job.organizationId) }, () =>
      rejudgeBatch(parts, job),
    )
    if (!isMore) return
    await pause(performance.now() - began)
  }
  await parts.database.inOrganization(job.organizationId, null, (tx) =>
    parts.jobs.enqueue(tx, 'rejudge-meter', [job]),
  )
}

/** For jobs that were given up. */
export async function requeueRejudging({ database, jobs }: Pick<Parts, 'database' | 'jobs'>): Promise<void> {
  const left = await database.asSystem((tx) =>
    tx
      .select({ organizationId: rejudgements.organizationId, meterId: rejudgements.meterId })
      .from(rejudgements),
  )
  for (const job of left) {
    await database.inOrganization(job.organizationId, null, (tx) => jobs.enqueue(tx, 'rejudge-meter', [job]))
  }
}
