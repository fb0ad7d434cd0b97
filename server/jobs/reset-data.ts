import type { Database } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import {
  deleteNext,
  enterFilling,
  findReset,
  finishReset,
  unfinishedResets,
} from '../features/data-resets/index.ts'
import type { JobQueue } from '../queue/job-queue.ts'
import type { ResetJob } from '../queue/job-types.ts'

interface Parts extends Pick<Deps, 'database' | 'storage' | 'clock'> {
  jobs: Pick<JobQueue, 'enqueue'>
}

/** Fills the demonstration of an organization, or goes on with it, until it is full. */
export type FillDemonstration = (organizationId: number) => Promise<void>

/** Milliseconds of one job: shutdown waits for little, and the next goes on. */
const timeLimit = 5_000

/** Without `fill` the organization’s data begin empty. */
export async function runReset(parts: Parts, job: ResetJob, fill?: FillDemonstration): Promise<void> {
  const { database, jobs, clock } = parts
  const { organizationId } = job
  const found = await database.asSystem((tx) => findReset(tx, organizationId), 'read only')
  // Finished by the job of a server that was taken for dead.
  if (found === undefined || found.reset.finishedAt !== null) return
  if (found.reset.step === 'delete') {
    const until = performance.now() + timeLimit
    if (!(await deleteNext(parts, found.reset, () => performance.now() < until))) {
      await database.asSystem((tx) => jobs.enqueue(tx, 'reset-data', [job]))
      return
    }
    if (fill) await database.asSystem((tx) => enterFilling(tx, organizationId, clock()))
  }
  await fill?.(organizationId)
  await database.asSystem((tx) => finishReset(tx, organizationId, clock(), null))
}

export const giveUpReset = ({ database, clock }: Parts, { organizationId }: ResetJob): Promise<void> =>
  database.asSystem((tx) =>
    finishReset(
      tx,
      organizationId,
      clock(),
      'データの初期化を完了できませんでした。もう一度お試しください。',
    ),
  )

/** A backup holds no jobs: an initialisation that was under way in it would never end. */
export const endRestoredResets = (database: Database): Promise<void> =>
  database.asSystem(async (tx) => {
    for (const organizationId of await unfinishedResets(tx))
      await finishReset(
        tx,
        organizationId,
        new Date(),
        'バックアップから戻したため、データの初期化は途中で終わりました。もう一度お試しください。',
      )
  })
