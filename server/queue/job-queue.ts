import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { fromDrizzle, type JobInsert, type JobWithMetadata, PgBoss, type WorkOptions } from 'pg-boss'
import { type Database, savepoint, type Tx } from '../db/client.ts'
import { alertAnnouncements } from '../db/schema.ts'
import type { Log } from '../log.ts'
import { stopLimits } from '../stop-limits.ts'
import { createEnqueueFunction, tenantExecutor } from './enqueue-function.ts'
import {
  deadLetterOf,
  type Enqueue,
  type EnqueuedName,
  isScheduled,
  type JobData,
  type JobName,
  jobNames,
  jobTypes,
  optionsOf,
  queues,
  tenantQueues,
} from './job-types.ts'
import { deleteOldNoticeQueues, moveOldNotices } from './move-old-notices.ts'
import { recreateReadQueue } from './recreate-read-queue.ts'

/** Work that a call leaves behind. A job is enqueued in the call’s own transaction: both are kept or neither. */
export interface JobQueue {
  /**
   * Enqueues jobs of one type. Takes a call’s transaction for jobs of its organization, and a system transaction for
   * others. Pictures of one meter are enqueued in the order in which they are to be read.
   */
  enqueue: Enqueue
  /** How many pictures of an organization wait to be read. Takes a system transaction. */
  countWaitingPictures(systemTx: Tx, organizationId: number): Promise<number>
  /**
   * Records in the transaction that opens alerts, finds one worse, or ends the case of a rule, that people are to be
   * notified, and wakes the job that does so.
   */
  announceAlerts(tx: Tx, organizationId: number, announced: readonly AnnouncedAlert[]): Promise<void>
  /** Creates the queues; nothing can be enqueued before. */
  start(): Promise<void>
  /** Works off the queue of a job type, and that of the jobs that were given up; `startWorkers` does this for all. */
  work<Name extends JobName>(name: Name, worker: Worker<JobData<Name>>): Promise<void>
  /** Fetches no more jobs and waits for those that are running, for a limited time. */
  stop(): Promise<void>
}

export interface AnnouncedAlert {
  id: number
  /** Present if the alert was confirmed and got worse, or a rule's case became an alarm. */
  worseningId?: number
  /** The case of its rule has ended. */
  isEnd?: boolean
}

export interface Worker<Data> {
  run: (job: JobWithMetadata<Data>) => Promise<void>
  /** Called with a job that has failed for the last time. */
  giveUp?: (job: JobWithMetadata<Data>) => Promise<void>
  options?: WorkOptions
}

const concurrency = 2

interface QueueParts {
  databaseUrl: string
  database: Database
  log: Log
}

export function createJobQueue({ databaseUrl, database, log }: QueueParts): JobQueue {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'kenshin-jobs',
    max: 4,
    useListenNotify: true,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue failed'))
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warns'))

  const insert = async (tx: Tx, name: JobName, rows: JobInsert<object>[]) => {
    // pg-boss refuses a whole batch where two jobs have the same id.
    const known = new Set<string>()
    const unique = rows.filter(({ id }) => {
      const again = id !== undefined && known.has(id)
      if (id !== undefined) known.add(id)
      return !again
    })
    const db = tenantQueues.includes(name) ? tenantExecutor(tx, name) : fromDrizzle(tx, sql)
    if (unique.length > 0) await boss.insert(name, unique, { db })
  }
  const enqueue: Enqueue = (tx, name, jobs) => {
    const { id, singletonKey, group } = optionsOf(name)
    const rows = jobs.map((data) => ({
      data,
      ...(id && { id: deterministicId(id(data)) }),
      ...(singletonKey && { singletonKey: deterministicId(singletonKey(data)) }),
      ...(group && { group: { id: group(data) } }),
    }))
    return insert(tx, name, rows)
  }

  const work = async <Data>(
    name: JobName | `${EnqueuedName}-dead`,
    run: (job: JobWithMetadata<Data>) => Promise<void>,
    options: WorkOptions = {},
  ) => {
    const all = { localConcurrency: concurrency, ...options, includeMetadata: true } as const
    await boss.work<Data, void, typeof all>(name, all, async ([job]) => {
      if (job === undefined) return
      // Fetch again right after this job instead of at the slow poll: this worker, and one that has fetched another job
      // of the same meter at this moment and must give it back.
      for (const wip of boss.getWipData()) if (wip.name === name) boss.notifyWorker(wip.id)
      await run(job)
    })
  }

  return {
    enqueue,
    async countWaitingPictures(systemTx, organizationId) {
      // As pg-boss fetches them: by its index, however many jobs are done.
      const { rows } = await systemTx.execute<{ n: number }>(sql`
        select count(*)::int as n from pgboss.job
        where name = 'read-picture' and state < 'active' and not blocked
          and (data ->> 'organizationId')::bigint = ${organizationId}`)
      return rows[0]?.n ?? 0
    },
    async announceAlerts(tx, organizationId, announced) {
      if (announced.length === 0) return
      const rows = announced.map(({ id, worseningId, isEnd }) => ({
        organizationId,
        alertId: id,
        worseningId,
        isEnd,
        isFirst: worseningId === undefined && !isEnd,
      }))
      // What an alert is told of now takes the place of what is still to be told of it. `isFirst` stays as it is.
      const set = { worseningId: sql`excluded.worsening_id`, isEnd: sql`excluded.is_end` }
      await tx
        .insert(alertAnnouncements)
        .values(rows)
        .onConflictDoUpdate({ target: alertAnnouncements.alertId, set })
      try {
        // A failure of the queue is undone, and the call goes on.
        await savepoint(tx, () => insert(tx, 'announce-alerts', [{ data: { organizationId } }]))
      } catch (error) {
        log.error(
          { err: error, organizationId, announced },
          'failed to enqueue alert notifications, will retry in 60 s',
        )
      }
    },

    async start() {
      await boss.start()
      await database.asSystem(async (systemTx) => {
        // Servers that start at once take turns, because each may delete a queue of an earlier version.
        await systemTx.execute(sql`select pg_advisory_xact_lock(hashtext('queues'))`)
        for (const { name, ...queue } of queues) {
          // A queue keeps its policy for life; the user who waits for a code in the old queue asks again.
          if (name === 'send-code' && (await boss.getQueue(name))?.policy !== queue.policy)
            await boss.deleteQueue(name)
          // Creating leaves an existing queue as it is, so changed settings are written as well.
          await boss.createQueue(name, queue)
          const { policy: _kept, ...settings } = queue
          await boss.updateQueue(name, settings)
        }
        await createEnqueueFunction(systemTx, boss, tenantQueues)
        await recreateReadQueue(systemTx, boss, queues, enqueue)
        await moveOldNotices(systemTx, enqueue)
      })
      await deleteOldNoticeQueues(boss, log)
      for (const name of jobNames.filter(isScheduled)) {
        const { cron, singletonSeconds, isRunAtStart = false } = jobTypes[name]
        if (isRunAtStart) await boss.send(name)
        await boss.schedule(name, cron, null, singletonSeconds === undefined ? {} : { singletonSeconds })
      }
    },

    async work(name, { run, giveUp, options }) {
      await work(name, run, options)
      if (giveUp && !isScheduled(name)) await work(deadLetterOf(name), giveUp, { localConcurrency: 1 })
    },

    stop: () => boss.stop({ graceful: true, timeout: stopLimits.jobs }),
  }
}

/** The number of a job of which there is one only: while it is known, as it is for days, another is left out. */
function deterministicId(purpose: string): string {
  const bytes = createHash('sha256').update(purpose).digest().subarray(0, 16)
  // Version 8 of RFC 9562.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
