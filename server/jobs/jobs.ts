import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import {
  fromDrizzle,
  type JobWithMetadata,
  PgBoss,
  type Queue,
  type SendOptions,
  type WorkOptions,
} from 'pg-boss'
import type { Database, Tx } from '../db/client.ts'
import type { Deps, Log } from '../deps.ts'
import { openMissed } from '../features/alerts/missed.ts'
import { forgetTheDead } from '../features/sessions/upkeep.ts'
import type { Letter, Mailer } from '../mail/mailer.ts'
import type { Storage } from '../storage/storage.ts'
import { type AlertMailJob, mailAlertOf } from './alert-mail.ts'
import { type AlertPushJob, pushAlertOf } from './alert-push.ts'
import type { PictureWorkers } from './picture-workers.ts'
import { giveUpPicture, type PictureJob, readPictureOf } from './read-picture.ts'

/** Work that a call leaves behind. A job is enqueued in the call’s own transaction: both are kept or neither. */
export interface Jobs {
  /** The pictures of one meter are read one after the other, in the order in which they came. */
  readPicture(tx: Tx, job: PictureJob, meterId: number): Promise<void>
  sendMail(tx: Tx, letter: Letter): Promise<void>
  /** One mail a job; a second one of an alert to the same person is left out. */
  mailAlert(tx: Tx, jobs: AlertMailJob[]): Promise<void>
  /** One notification a job. */
  pushAlert(tx: Tx, jobs: AlertPushJob[]): Promise<void>
  /** Lays out the queues; before this nothing can be enqueued. */
  start(): Promise<void>
  /** Begins to work on what is enqueued. */
  work(): Promise<void>
  /** Takes no more work and waits for what is under way. */
  stop(): Promise<void>
}

export interface JobParts extends Pick<Deps, 'env' | 'push' | 'clock'> {
  databaseUrl: string
  database: Database
  storage: Storage
  workers: PictureWorkers
  mail: Mailer
  log: Log
}

/** What a server elsewhere may keep from going out for a while: tried for some hours. */
const outgoing = {
  notify: true,
  retryLimit: 10,
  retryDelay: 15,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 120,
}

const queues = {
  'read-picture-dead': { notify: true },
  'read-picture': {
    // At most one job of a key is worked on, whatever servers fetch at the same moment.
    policy: 'singleton',
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
  'send-mail-dead': { notify: true, deleteAfterSeconds: 600 },
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
  'alert-mail-dead': { notify: true },
  'alert-mail': { ...outgoing, deadLetter: 'alert-mail-dead' },
  'alert-push-dead': { notify: true },
  'alert-push': { ...outgoing, deadLetter: 'alert-push-dead' },
  upkeep: { retryLimit: 3, retryDelay: 600, expireInSeconds: 600 },
} satisfies Record<string, Omit<Queue, 'name'>>

/** Jobs of one queue that are worked on at the same time. */
const places = 2
/** Passes over jobs of a meter one of whose pictures is being read; one that waits to be tried again holds up none. */
const oneOfGroup: WorkOptions = { groupConcurrency: 1 }

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

  const enqueue = async (tx: Tx, queue: keyof typeof queues, data: object, options: SendOptions = {}) => {
    await asOwner(tx, () => boss.send(queue, data, { ...options, db: fromDrizzle(tx, sql) }))
  }

  const enqueueAll = async (tx: Tx, queue: keyof typeof queues, rows: { id?: string; data: object }[]) => {
    if (rows.length === 0) return
    await asOwner(tx, () => boss.insert(queue, rows, { db: fromDrizzle(tx, sql) }))
  }

  const workOn = async <Data>(
    queue: keyof typeof queues,
    handle: (job: JobWithMetadata<Data>) => Promise<void>,
    options: WorkOptions = {},
  ) => {
    for (let place = 0; place < places; place++) {
      let id: string | undefined
      const all = { ...options, includeMetadata: true } as const
      id = await boss.work<Data, void, typeof all>(queue, all, async ([job]) => {
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

  const jobs: Jobs = {
    readPicture: (tx, job, meterId) =>
      enqueue(tx, 'read-picture', job, { singletonKey: String(meterId), group: { id: String(meterId) } }),
    sendMail: (tx, letter) => enqueue(tx, 'send-mail', letter),
    mailAlert: (tx, mails) =>
      enqueueAll(
        tx,
        'alert-mail',
        mails.map((data) => ({ id: idFor(`${data.alertId} ${data.userId}`), data })),
      ),
    pushAlert: (tx, pushes) =>
      enqueueAll(
        tx,
        'alert-push',
        pushes.map((data) => ({ data })),
      ),

    async start() {
      await boss.start()
      for (const [name, queue] of Object.entries<Omit<Queue, 'name'>>(queues)) {
        const { policy = 'standard', ...options } = queue
        // Creating leaves an existing queue as it is, so a changed setting is written as well; a policy stays.
        await boss.createQueue(name, { ...options, policy })
        await boss.updateQueue(name, options)
      }
      // Asked for each hour, done once a day: a server that is off at night is not left out.
      await boss.schedule('upkeep', '0 * * * *', null, { singletonSeconds: 86_400 })
    },

    async work() {
      await workOn<PictureJob>(
        'read-picture',
        ({ data }) => readPictureOf({ ...parts, jobs }, data),
        oneOfGroup,
      )
      await boss.work<PictureJob>('read-picture-dead', async ([job]) => {
        if (job === undefined) return
        log.error({ job: job.id, ...job.data }, 'a picture could not be read')
        await giveUpPicture({ ...parts, jobs }, job.data)
      })
      await workOn<Letter>('send-mail', ({ data }) => parts.mail.send(data))
      await boss.work<Letter>('send-mail-dead', async ([job]) => {
        log.error({ job: job?.id }, 'a letter could not be sent')
      })
      await workOn<AlertMailJob>('alert-mail', ({ data }) => mailAlertOf(parts, data))
      await workOn<AlertPushJob>('alert-push', ({ data, retryCount }) =>
        pushAlertOf({ ...parts, jobs }, data, retryCount),
      )
      for (const queue of ['alert-mail-dead', 'alert-push-dead']) {
        await boss.work(queue, async ([job]) => {
          log.error({ job: job?.id, queue, data: job?.data }, 'an alert did not reach somebody')
        })
      }
      await boss.work('upkeep', async () => {
        log.info(await forgetTheDead(parts.database, new Date()), 'rows that serve nobody deleted')
        const meters = await openMissed({ ...parts, jobs }, new Date())
        log.info({ meters }, 'abnormal meters without an alert looked at again')
      })
    },

    stop: () => boss.stop({ graceful: true, timeout: 30_000 }),
  }
  return jobs
}

/** The number of a job of which there is one only: while it is known, as it is for days, another is left out. */
function idFor(purpose: string): string {
  const bytes = createHash('sha256').update(purpose).digest().subarray(0, 16)
  // Version 8 of RFC 9562: made by a rule of one’s own.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The queue’s tables belong to the owner; the role of calls may not touch them, so it steps aside for one statement. */
async function asOwner(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await tx.execute<{ role: string }>(sql`select current_setting('role') as role`)
  await tx.execute(sql`select set_config('role', 'none', true)`)
  await work()
  await tx.execute(sql`select set_config('role', ${rows[0]?.role ?? 'none'}, true)`)
}
