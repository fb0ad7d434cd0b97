import { sql } from 'drizzle-orm'
import { fromDrizzle, type Job, PgBoss, type Queue } from 'pg-boss'
import type { Database, Tx } from '../db/client.ts'
import type { Log } from '../deps.ts'
import { forgetTheDead } from '../features/sessions/upkeep.ts'
import type { Letter, Mailer } from '../mail/mailer.ts'
import type { Storage } from '../storage/storage.ts'
import type { PictureWorkers } from './picture-workers.ts'
import { giveUpPicture, type PictureJob, readPictureOf } from './read-picture.ts'

/** Work that a call leaves behind. A job is enqueued in the call’s own transaction: both are kept or neither. */
export interface Jobs {
  readPicture(tx: Tx, job: PictureJob): Promise<void>
  sendMail(tx: Tx, letter: Letter): Promise<void>
  /** Lays out the queues; before this nothing can be enqueued. */
  start(): Promise<void>
  /** Begins to work on what is enqueued. */
  work(): Promise<void>
  /** Takes no more work and waits for what is under way. */
  stop(): Promise<void>
}

export interface JobParts {
  databaseUrl: string
  database: Database
  storage: Storage
  workers: PictureWorkers
  mail: Mailer
  log: Log
}

const queues = {
  'read-picture-dead': { notify: true },
  'read-picture': {
    deadLetter: 'read-picture-dead',
    notify: true,
    // For 20 minutes: what a full disk or a machine under load kept from being read is not given up.
    retryLimit: 8,
    retryDelay: 5,
    retryDelayMax: 600,
    retryBackoff: true,
    expireInSeconds: 300,
    // A server that was killed in the middle is noticed by this, not by the expiry.
    heartbeatSeconds: 30,
  },
  'send-mail-dead': { notify: true },
  'send-mail': {
    deadLetter: 'send-mail-dead',
    notify: true,
    retryLimit: 8,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 1800,
    expireInSeconds: 120,
    // Letters carry confirmation codes: they do not stay about.
    deleteAfterSeconds: 600,
  },
  upkeep: { retryLimit: 3, retryDelay: 600, expireInSeconds: 600 },
} satisfies Record<string, Omit<Queue, 'name'>>

/** Jobs of one queue that are worked on at the same time. */
const places = 2

export function createJobs(parts: JobParts): Jobs {
  const { log } = parts
  const boss = new PgBoss({
    connectionString: parts.databaseUrl,
    application_name: 'kenshin-jobs',
    max: 4,
    useListenNotify: true,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue failed'))
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warns'))

  const enqueue = async (tx: Tx, queue: keyof typeof queues, data: object) => {
    await asOwner(tx, () => boss.send(queue, data, { db: fromDrizzle(tx, sql) }))
  }

  const workOn = async <Data>(queue: keyof typeof queues, handle: (job: Job<Data>) => Promise<void>) => {
    for (let place = 0; place < places; place++) {
      let id: string | undefined
      id = await boss.work<Data>(queue, async ([job]) => {
        if (job === undefined) return
        try {
          await handle(job)
        } finally {
          // A notice that came during the job is forgotten: without this the next would wait for the slow poll.
          if (id !== undefined) boss.notifyWorker(id)
        }
      })
    }
  }

  return {
    readPicture: (tx, job) => enqueue(tx, 'read-picture', job),
    sendMail: (tx, letter) => enqueue(tx, 'send-mail', letter),

    async start() {
      await boss.start()
      for (const [name, options] of Object.entries(queues)) {
        // Creating leaves an existing queue as it is, so a changed setting is written as well.
        await boss.createQueue(name, options)
        await boss.updateQueue(name, options)
      }
      // Asked for each hour, done once a day: a server that is off at night is not left out.
      await boss.schedule('upkeep', '0 * * * *', null, { singletonSeconds: 86_400 })
    },

    async work() {
      await workOn<PictureJob>('read-picture', ({ data }) => readPictureOf(parts, data))
      await boss.work<PictureJob>('read-picture-dead', async ([job]) => {
        if (job === undefined) return
        log.error({ job: job.id, ...job.data }, 'a picture could not be read')
        await giveUpPicture(parts, job.data)
      })
      await workOn<Letter>('send-mail', ({ data }) => parts.mail.send(data))
      await boss.work<Letter>('send-mail-dead', async ([job]) => {
        log.error({ job: job?.id }, 'a letter could not be sent')
      })
      await boss.work('upkeep', async () => {
        log.info(await forgetTheDead(parts.database, new Date()), 'rows that serve nobody deleted')
      })
    },

    stop: () => boss.stop({ graceful: true, timeout: 30_000 }),
  }
}

/** The queue’s tables belong to the owner; the role of calls may not touch them, so it steps aside for one statement. */
async function asOwner(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await tx.execute<{ role: string }>(sql`select current_setting('role') as role`)
  await tx.execute(sql`select set_config('role', 'none', true)`)
  await work()
  await tx.execute(sql`select set_config('role', ${rows[0]?.role ?? 'none'}, true)`)
}
