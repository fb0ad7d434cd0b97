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
import { type Database, savepoint, type Tx } from '../db/client.ts'
import { alertAnnouncements } from '../db/schema.ts'
import type { Log } from '../log.ts'
import type { Mail } from '../mail/mailer.ts'
import { createEnqueueFunction, tenantExecutor } from './enqueue-function.ts'
import { moveOldNotices, oldNoticeQueues } from './move-old-notices.ts'
import { recreateReadQueue } from './recreate-read-queue.ts'

interface OfOrganization {
  organizationId: number
}

export interface PictureJob extends OfOrganization {
  readingId: number
}

export interface ModelJob extends PictureJob {
  /** What our reader would have read otherwise. */
  secondChoice: number | null
}

export interface RejudgeJob extends OfOrganization {
  meterId: number
}

export type ResetJob = OfOrganization

/** What a notice is about. */
export interface NoticeRef extends OfOrganization {
  /** Names the subject, as `server/features/notices/subjects.ts` does. */
  subject: string
  /** Row of the subject. */
  id: number
}

interface NoticeJob extends NoticeRef {
  /** The notice reports the end. */
  isEnd?: boolean
}

export interface NoticeMailJob extends NoticeJob {
  userId: number
  /** In place of a notification that did not arrive: sent even to a person who wants no mail. */
  instead?: boolean
}

export interface NoticePushJob extends NoticeJob {
  subscriptionId: number
}

/** A forgotten password, as an anonymous caller may have typed it. */
export interface CodeJob {
  organization_code: string
  email: string
}

/** A warning that somebody tries passwords of a user. */
export interface GuessingJob {
  userId: number
  /** `YYYY-MM-DD`; one job per user and day. */
  day: string
}

/** Work that a call leaves behind. A job is enqueued in the call’s own transaction: both are kept or neither. */
export interface JobQueue {
  /** Of one meter, in the order in which they are to be read. */
  readPictures(tx: Tx, jobs: readonly PictureJob[], meterId: number): Promise<void>
  /** Has a model look at the picture of an unsure reading; once a reading. */
  askModel(tx: Tx, job: ModelJob): Promise<void>
  /** How many pictures of an organization wait to be read. Takes a system transaction. */
  countWaitingPictures(systemTx: Tx, organizationId: number): Promise<number>
  /** Takes a system transaction: a call of one organization may not write mails. */
  sendMail(systemTx: Tx, mail: Mail): Promise<void>
  /** One job per account waits at most. Takes a system transaction. */
  sendCode(systemTx: Tx, job: CodeJob): Promise<void>
  /** One mail per user and day; another one is dropped. Takes a system transaction. */
  mailGuessing(systemTx: Tx, job: GuessingJob): Promise<void>
  /** Records in the transaction that opens alerts that people are to be notified, and wakes the job that does so. */
  announceAlerts(tx: Tx, organizationId: number, alertIds: readonly number[]): Promise<void>
  /** One mail a job. A second one about the same to the same person is dropped; the end is another mail. */
  mailNotice(tx: Tx, jobs: readonly NoticeMailJob[]): Promise<void>
  pushNotice(tx: Tx, jobs: readonly NoticePushJob[]): Promise<void>
  rejudge(tx: Tx, job: RejudgeJob): Promise<void>
  /** Initialises an organization’s data, or goes on with it. Takes a system transaction. */
  resetData(systemTx: Tx, job: ResetJob): Promise<void>
  /** Creates the queues; nothing can be enqueued before. */
  start(): Promise<void>
  /** Works off a queue; `startWorkers` does this for all of them. */
  work<Name extends QueueName>(
    name: Name,
    handle: (job: JobWithMetadata<Payload<Name>>) => Promise<void>,
    options?: WorkOptions,
  ): Promise<void>
  /** Fetches no more jobs and waits for those that are running, `jobsLimit` at most. */
  stop(): Promise<void>
}

interface Payloads {
  'read-picture': PictureJob
  'ask-model': ModelJob
  'send-mail': Mail
  'send-code': CodeJob
  'guessing-mail': GuessingJob
  'announce-alerts': OfOrganization | null
  'notice-mail': NoticeMailJob
  'notice-push': NoticePushJob
  silence: null
  'device-days': null
  'meter-rates': null
  'key-expiries': null
  rounds: null
  'rejudge-meter': RejudgeJob
  'reset-data': ResetJob
  upkeep: null
  retention: null
  'disk-space': null
}

type Payload<Name extends QueueName> = Name extends `${infer Live}-dead`
  ? Live extends keyof Payloads
    ? Payloads[Live]
    : never
  : Name extends keyof Payloads
    ? Payloads[Name]
    : never

/** What a server elsewhere may keep from going out for a while: tried for some hours. */
const delivery = {
  notify: true,
  retryLimit: 10,
  retryDelay: 15,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 120,
}

const modelRetries = 4

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
  'ask-model-dead': { notify: true },
  'ask-model': {
    deadLetter: 'ask-model-dead',
    notify: true,
    // A model that is overloaded or down is asked again for some minutes; then our reading stays as it is.
    retryLimit: modelRetries,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: 300,
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
    // Mails carry confirmation codes.
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
    // Their addresses may be of people without an account.
    deleteAfterSeconds: 600,
  },
  'guessing-mail-dead': { notify: true },
  'guessing-mail': { ...delivery, deadLetter: 'guessing-mail-dead' },
  // Asked for with each alert and each minute: what failed is tried again by the next.
  'announce-alerts': { notify: true, retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  'notice-mail-dead': { notify: true },
  'notice-mail': { ...delivery, deadLetter: 'notice-mail-dead' },
  'notice-push-dead': { notify: true },
  'notice-push': { ...delivery, deadLetter: 'notice-push-dead' },
  // What failed is made up for by the next.
  silence: { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  // What one did not get done the next goes on with.
  'device-days': { retryLimit: 0, expireInSeconds: 1800, deleteAfterSeconds: 3600 },
  'meter-rates': { retryLimit: 0, expireInSeconds: 1800, deleteAfterSeconds: 3600 },
  // What failed is made up for by the next.
  'key-expiries': { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  // What failed is made up for by the next.
  rounds: { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
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
  'reset-data-dead': { notify: true },
  'reset-data': {
    deadLetter: 'reset-data-dead',
    notify: true,
    // A server that is being updated again and again is outlasted.
    retryLimit: 20,
    retryDelay: 5,
    retryDelayMax: 600,
    retryBackoff: true,
    // Filling the demonstration takes minutes, on a busy machine more.
    expireInSeconds: 14_400,
    // A server that was killed in the middle is noticed by this, not by the expiry.
    heartbeatSeconds: 30,
  },
  // What one did not get done the next goes on with.
  retention: { retryLimit: 0, expireInSeconds: 1200, deleteAfterSeconds: 3600 },
  // What failed is made up for by the next.
  'disk-space': { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  upkeep: { retryLimit: 3, retryDelay: 600, expireInSeconds: 600 },
} satisfies Record<string, Omit<Queue, 'name'>>
type QueueName = keyof typeof queues

/** What calls may enqueue: jobs whose data name the organization. */
const tenantQueues = [
  'read-picture',
  'ask-model',
  'announce-alerts',
  'notice-mail',
  'notice-push',
  'rejudge-meter',
] as const satisfies QueueName[]
type TenantQueue = (typeof tenantQueues)[number]
const meterGroup = (meterId: number) => ({ group: { id: String(meterId) } })

const concurrency = 2

/** Milliseconds that running jobs get when the queue stops. Those that take longer fail and are retried. */
export const jobsLimit = 4000

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

  const enqueueAll = async (tx: Tx, queue: TenantQueue, rows: JobInsert<OfOrganization>[]) => {
    // pg-boss refuses a whole batch where two jobs have the same id.
    const known = new Set<string>()
    const unique = rows.filter(({ id }) => {
      const again = id !== undefined && known.has(id)
      if (id !== undefined) known.add(id)
      return !again
    })
    if (unique.length > 0) await boss.insert(queue, unique, { db: tenantExecutor(tx, queue) })
  }
  const readPictures = (tx: Tx, pictures: readonly PictureJob[], meterId: number) =>
    enqueueAll(
      tx,
      'read-picture',
      pictures.map((data) => ({ data, ...meterGroup(meterId) })),
    )
  const mailNotice = (tx: Tx, mails: readonly NoticeMailJob[]) =>
    enqueueAll(
      tx,
      'notice-mail',
      mails.map((data) => {
        const { subject, id, userId, isEnd = false } = data
        return { id: deterministicId(`${subject}${isEnd ? ' end' : ''} ${id} ${userId}`), data }
      }),
    )
  const pushNotice = (tx: Tx, pushes: readonly NoticePushJob[]) =>
    enqueueAll(
      tx,
      'notice-push',
      pushes.map((data) => ({ data })),
    )

  return {
    readPictures,
    askModel: (tx, data) =>
      enqueueAll(tx, 'ask-model', [
        { id: deterministicId(`model ${data.readingId}`), data, group: { id: 'model' } },
      ]),
    async countWaitingPictures(systemTx, organizationId) {
      // As pg-boss fetches them: by its index, however many jobs are done.
      const { rows } = await systemTx.execute<{ n: number }>(sql`
        select count(*)::int as n from pgboss.job
        where name = 'read-picture' and state < 'active' and not blocked
          and (data ->> 'organizationId')::bigint = ${organizationId}`)
      return rows[0]?.n ?? 0
    },
    async sendMail(systemTx, mail) {
      await boss.send('send-mail', mail, { db: fromDrizzle(systemTx, sql) })
    },
    async sendCode(systemTx, job) {
      const { organization_code, email } = job
      const singletonKey = deterministicId(`${organization_code}\n${email.toLowerCase()}`)
      await boss.send('send-code', job, { db: fromDrizzle(systemTx, sql), singletonKey })
    },
    async mailGuessing(systemTx, data) {
      const id = deterministicId(`guessing ${data.userId} ${data.day}`)
      await boss.insert('guessing-mail', [{ id, data }], { db: fromDrizzle(systemTx, sql) })
    },
    async announceAlerts(tx, organizationId, alertIds) {
      if (alertIds.length === 0) return
      await tx.insert(alertAnnouncements).values(alertIds.map((alertId) => ({ organizationId, alertId })))
      try {
        // A failure of the queue is undone, and the call goes on.
        await savepoint(tx, () => enqueueAll(tx, 'announce-alerts', [{ data: { organizationId } }]))
      } catch (error) {
        log.error(
          { err: error, organizationId, alertIds },
          'failed to enqueue alert notifications, will retry in 60 s',
        )
      }
    },
    mailNotice,
    pushNotice,
    async resetData(systemTx, job) {
      await boss.send('reset-data', job, { db: fromDrizzle(systemTx, sql) })
    },
    rejudge: (tx, data) => enqueueAll(tx, 'rejudge-meter', [{ data, ...meterGroup(data.meterId) }]),

    async start() {
      await boss.start()
      await database.asSystem(async (systemTx) => {
        // Of servers that start at once, one deletes a queue of before that another would look for.
        await systemTx.execute(sql`select pg_advisory_xact_lock(hashtext('queues'))`)
        // A queue keeps its policy for life; who waits for a code in the old queue asks again.
        const codes = await boss.getQueue('send-code')
        if (codes !== null && codes.policy !== queues['send-code'].policy) await boss.deleteQueue('send-code')
        for (const [name, queue] of Object.entries<Omit<Queue, 'name'>>(queues)) {
          // Creating leaves an existing queue as it is, so changed settings are written as well.
          await boss.createQueue(name, queue)
          const { policy: _kept, ...settings } = queue
          await boss.updateQueue(name, settings)
        }
        await createEnqueueFunction(systemTx, boss, tenantQueues)
        await recreateReadQueue(
          systemTx,
          boss,
          { name: 'read-picture', ...queues['read-picture'] },
          readPictures,
        )
        await moveOldNotices(systemTx, { mailNotice, pushNotice })
      })
      // Outside the transaction, which has locked the jobs of these queues.
      for (const name of oldNoticeQueues) await boss.deleteQueue(name)
      await boss.schedule('announce-alerts', '* * * * *')
      await boss.schedule('silence', '* * * * *')
      await boss.schedule('rounds', '* * * * *')
      await boss.schedule('disk-space', '* * * * *')
      // At once as well: a database of before has no days yet. The second of servers that start together has none to do.
      await boss.send('device-days')
      await boss.schedule('device-days', '10 * * * *')
      await boss.send('meter-rates')
      await boss.schedule('meter-rates', '50 * * * *')
      await boss.schedule('key-expiries', '40 * * * *')
      await boss.schedule('retention', '20 * * * *')
      // Asked for each hour, done once a day: a server that is off at night is not left out.
      await boss.schedule('upkeep', '0 * * * *', null, { singletonSeconds: 86_400 })
    },

    async work(name, handle, options = {}) {
      const all = { localConcurrency: concurrency, ...options, includeMetadata: true } as const
      await boss.work<Payload<typeof name>, void, typeof all>(name, all, async ([job]) => {
        if (job === undefined) return
        // Fetch again right after this job instead of at the slow poll: this worker, and one that fetched another job of
        // the same meter at this moment and has to give it back.
        for (const wip of boss.getWipData()) if (wip.name === name) boss.notifyWorker(wip.id)
        await handle(job)
      })
    },

    stop: () => boss.stop({ graceful: true, timeout: jobsLimit }),
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
