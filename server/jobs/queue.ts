import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import {
  fromDrizzle,
  type JobInsert,
  type JobWithMetadata,
  PgBoss,
  type Queue,
  type WorkOptions,
} from 'pg-boss'
import type { Database, Tx } from '../db/client.ts'
import type { Deps, Log } from '../deps.ts'
import { type AlertRef, announcePending, noteAnnouncement } from '../features/alerts/announce.ts'
import { openMissedAlerts } from '../features/alerts/missed.ts'
import { type CodeJob, sendConfirmationCode } from '../features/sessions/password-service.ts'
import { purgeExpired } from '../features/sessions/purge.ts'
import type { PictureWorkers } from '../imaging/picture-workers.ts'
import type { Mail, Mailer } from '../mail/mailer.ts'
import type { Storage } from '../storage/storage.ts'
import { type AlertMailJob, sendAlertMail } from './alert-mail.ts'
import { type AlertPushJob, sendAlertPush } from './alert-push.ts'
import { createEnqueueFunction, tenantExecutor } from './enqueue-function.ts'
import { markUnreadable, type PictureJob, runReadPicture } from './read-picture.ts'
import { recreateReadQueue } from './recreate-read-queue.ts'
import { type RejudgeJob, requeueRejudging, runRejudge } from './rejudge-meter.ts'

/** Work that a call leaves behind. A job is enqueued in the call’s own transaction: both are kept or neither. */
export interface JobQueue {
  /** A server reads one picture of a meter at a time. */
  readPicture(tx: Tx, job: PictureJob, meterId: number): Promise<void>
  /** Takes a transaction of the system: letters carry what nobody may write who speaks for one organization. */
  sendMail(systemTx: Tx, letter: Mail): Promise<void>
  /** Sends a confirmation code where there is such an account; one job of each waits at most. */
  sendCode(systemTx: Tx, job: CodeJob): Promise<void>
  /** Notes that somebody is to be told of an alert that has opened; whatever goes wrong with that is tried again. */
  announceAlert(tx: Tx, alert: AlertRef): Promise<void>
  /** One mail a job; a second one of an alert to the same person is left out. */
  mailAlert(tx: Tx, jobs: AlertMailJob[]): Promise<void>
  /** One notification a job. */
  pushAlert(tx: Tx, jobs: AlertPushJob[]): Promise<void>
  /** The readings of a meter are judged by its changed range, some thousands a job. */
  rejudge(tx: Tx, job: RejudgeJob): Promise<void>
  /** Lays out the queues; before this nothing can be enqueued. */
  start(): Promise<void>
  /** Begins to work on what is enqueued. */
  work(): Promise<void>
  /** Takes no more work and waits for what is under way. */
  stop(): Promise<void>
}

export interface JobParts extends Pick<Deps, 'env' | 'secrets' | 'push' | 'clock'> {
  databaseUrl: string
  database: Database
  storage: Storage
  workers: PictureWorkers
  mail: Mailer
  log: Log
}

/** What a server elsewhere may keep from going out for a while: tried for some hours. */
const delivery = {
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
  'send-code-dead': { notify: true, deleteAfterSeconds: 600 },
  'send-code': {
    policy: 'short',
    deadLetter: 'send-code-dead',
    notify: true,
    retryLimit: 5,
    retryDelay: 5,
    retryBackoff: true,
    expireInSeconds: 60,
    // Of people who may have no account here.
    deleteAfterSeconds: 600,
  },
  // Asked for with each alert and each minute: what failed is tried again by the next.
  'announce-alerts': { notify: true, retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  'alert-mail-dead': { notify: true },
  'alert-mail': { ...delivery, deadLetter: 'alert-mail-dead' },
  'alert-push-dead': { notify: true },
  'alert-push': { ...delivery, deadLetter: 'alert-push-dead' },
  'rejudge-meter-dead': { notify: true },
  'rejudge-meter': {
    deadLetter: 'rejudge-meter-dead',
    notify: true,
    retryLimit: 8,
    retryDelay: 5,
    retryDelayMax: 600,
    retryBackoff: true,
    expireInSeconds: 600,
    // A server that was killed in the middle is noticed by this, not by the expiry.
    heartbeatSeconds: 30,
  },
  upkeep: { retryLimit: 3, retryDelay: 600, expireInSeconds: 600 },
} satisfies Record<string, Omit<Queue, 'name'>>

/** What calls may enqueue: jobs whose data name the organization. */
const tenantQueues = [
  'read-picture',
  'announce-alerts',
  'alert-mail',
  'alert-push',
  'rejudge-meter',
] as const satisfies (keyof typeof queues)[]
type TenantQueue = (typeof tenantQueues)[number]
interface OfOrganization {
  organizationId: number
}

const meterGroup = (meterId: number) => ({ group: { id: String(meterId) } })

/** Jobs of one queue that are worked on at the same time. */
const concurrency = 2
/**
 * A server works on one job of a meter at a time, so that a meter with many leaves a place to others. Two fetches at the
 * same moment may give the second of a meter’s jobs to it first, and a second server takes jobs of the same meter: both
 * are harmless, as whatever a job writes is decided with its meter locked.
 */
const onePerMeter: WorkOptions = { localGroupConcurrency: 1 }

export function createJobQueue(parts: JobParts): JobQueue {
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

  const enqueueAll = async (tx: Tx, queue: TenantQueue, rows: JobInsert<OfOrganization>[]) => {
    // The queue refuses all jobs of a batch where two have one number.
    const known = new Set<string>()
    const single = rows.filter(({ id }) => {
      const again = id !== undefined && known.has(id)
      if (id !== undefined) known.add(id)
      return !again
    })
    if (single.length > 0) await boss.insert(queue, single, { db: tenantExecutor(tx, queue) })
  }

  const workOn = async <Data>(
    queue: keyof typeof queues,
    handle: (job: JobWithMetadata<Data>) => Promise<void>,
    options: WorkOptions = {},
  ) => {
    const all = { ...options, localConcurrency: concurrency, includeMetadata: true } as const
    await boss.work<Data, void, typeof all>(queue, all, async ([job]) => {
      if (job === undefined) return
      // Each looks for more when it is done with what it has, rather than at the slow poll: this one with its job, and
      // one that reached for another of the same meter at this moment and has to give it back.
      for (const { id, name } of boss.getWipData()) if (name === queue) boss.notifyWorker(id)
      await handle(job)
    })
  }

  const jobs: JobQueue = {
    readPicture: (tx, data, meterId) => enqueueAll(tx, 'read-picture', [{ data, ...meterGroup(meterId) }]),
    async sendMail(systemTx, letter) {
      await boss.send('send-mail', letter, { db: fromDrizzle(systemTx, sql) })
    },
    async sendCode(systemTx, job) {
      const { organization_code, email } = job
      const singletonKey = deterministicId(`${organization_code}\n${email.toLowerCase()}`)
      await boss.send('send-code', job, { db: fromDrizzle(systemTx, sql), singletonKey })
    },
    async announceAlert(tx, alert) {
      await noteAnnouncement(tx, alert)
      const { organizationId } = alert
      try {
        // A transaction within: what the queue refuses is undone, and the call goes on.
        await tx.transaction((within) =>
          enqueueAll(within, 'announce-alerts', [{ data: { organizationId } }]),
        )
      } catch (error) {
        log.error({ err: error, ...alert }, 'the queue was not told of an alert: it is announced in a minute')
      }
    },
    mailAlert: (tx, mails) =>
      enqueueAll(
        tx,
        'alert-mail',
        mails.map((data) => ({ id: deterministicId(`${data.alertId} ${data.userId}`), data })),
      ),
    pushAlert: (tx, pushes) =>
      enqueueAll(
        tx,
        'alert-push',
        pushes.map((data) => ({ data })),
      ),
    rejudge: (tx, data) => enqueueAll(tx, 'rejudge-meter', [{ data, ...meterGroup(data.meterId) }]),

    async start() {
      await boss.start()
      // A queue keeps its policy for life; whose code waits in one of before asks again.
      const codes = await boss.getQueue('send-code')
      if (codes !== null && codes.policy !== queues['send-code'].policy) await boss.deleteQueue('send-code')
      for (const [name, queue] of Object.entries<Omit<Queue, 'name'>>(queues)) {
        // Creating leaves an existing queue as it is, so a changed setting is written as well.
        await boss.createQueue(name, queue)
        const { policy: _kept, ...settings } = queue
        await boss.updateQueue(name, settings)
      }
      await createEnqueueFunction(parts.database, boss, tenantQueues)
      const readingQueue = { name: 'read-picture', ...queues['read-picture'] }
      await recreateReadQueue({ database: parts.database, boss, jobs }, readingQueue)
      // Asked for each hour, done once a day: a server that is off at night is not left out.
      await boss.schedule('announce-alerts', '* * * * *')
      await boss.schedule('upkeep', '0 * * * *', null, { singletonSeconds: 86_400 })
    },

    async work() {
      await workOn<PictureJob>(
        'read-picture',
        ({ data }) => runReadPicture({ ...parts, jobs }, data),
        onePerMeter,
      )
      await boss.work<PictureJob>('read-picture-dead', async ([job]) => {
        if (job === undefined) return
        log.error({ job: job.id, ...job.data }, 'a picture could not be read')
        await markUnreadable({ ...parts, jobs }, job.data)
      })
      await workOn<Mail>('send-mail', ({ data }) => parts.mail.send(data))
      await boss.work<Mail>('send-mail-dead', async ([job]) => {
        log.error({ job: job?.id }, 'a letter could not be sent')
      })
      await workOn<CodeJob>('send-code', ({ data }) => sendConfirmationCode({ ...parts, jobs }, data))
      await boss.work<CodeJob>('send-code-dead', async ([job]) => {
        log.error({ job: job?.id }, 'a confirmation code could not be sent')
      })
      await workOn('announce-alerts', () => announcePending({ ...parts, jobs }))
      await workOn<AlertMailJob>('alert-mail', ({ data }) => sendAlertMail(parts, data))
      await workOn<AlertPushJob>('alert-push', ({ data, retryCount }) =>
        sendAlertPush({ ...parts, jobs }, data, retryCount),
      )
      for (const queue of ['alert-mail-dead', 'alert-push-dead']) {
        await boss.work(queue, async ([job]) => {
          log.error({ job: job?.id, queue, data: job?.data }, 'an alert did not reach somebody')
        })
      }
      await workOn<RejudgeJob>(
        'rejudge-meter',
        ({ data }) => runRejudge({ ...parts, jobs }, data),
        onePerMeter,
      )
      await boss.work<RejudgeJob>('rejudge-meter-dead', async ([job]) => {
        log.error({ job: job?.id, ...job?.data }, 'the readings of a meter could not be judged anew')
      })
      await boss.work('upkeep', async () => {
        // One that fails keeps none of the others from its work.
        const outcomes = await Promise.allSettled([
          purgeExpired(parts.database, new Date()).then((deleted) =>
            log.info(deleted, 'rows that serve nobody deleted'),
          ),
          openMissedAlerts({ ...parts, jobs }, new Date()).then((meters) =>
            log.info({ meters }, 'abnormal meters without an alert looked at again'),
          ),
          requeueRejudging({ ...parts, jobs }),
        ])
        for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
      })
    },

    stop: () => boss.stop({ graceful: true, timeout: 30_000 }),
  }
  return jobs
}

/** The number of a job of which there is one only: while it is known, as it is for days, another is left out. */
function deterministicId(purpose: string): string {
  const bytes = createHash('sha256').update(purpose).digest().subarray(0, 16)
  // Version 8 of RFC 9562: made by a rule of one’s own.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
