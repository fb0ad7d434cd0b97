import type { Queue } from 'pg-boss'
import type { Tx } from '../db/client.ts'
import type { Mail } from '../mail/mailer.ts'

interface OfOrganization {
  organizationId: number
}

export interface ReadingRef extends OfOrganization {
  readingId: number
}

interface PictureJob extends ReadingRef {
  meterId: number
}

export interface ModelJob extends ReadingRef {
  /** What our reader would have read otherwise. */
  secondChoice: number | null
}

export interface RejudgeJob extends OfOrganization {
  meterId: number
}

export interface ImportJob extends OfOrganization {
  importId: number
  /** Who applies or undoes it. */
  userId: number
  /** Rows with errors are left out; else they refuse the import. */
  leavesOutErrors: boolean
}

export type ResetJob = OfOrganization

/** What a notice is about. */
export interface NoticeRef extends OfOrganization {
  /** Names the subject, as `server/features/notices/subjects.ts` does. */
  subject: string
  /** Row of the subject. */
  id: number
  /** Which notice it is, where a subject has several: milliseconds since 1970. */
  at?: number
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

type Settings = Omit<Queue, 'name' | 'deadLetter'>

interface JobOptions<Data> {
  /** Names the work: while a job with this name is known, as it is for days, another one is dropped. */
  id?: (data: Data) => string
  /** While a job with this key waits, another one is dropped. For queues with the policy `short`. */
  singletonKey?: (data: Data) => string
  /** Jobs of one group share a limit of those that run at once. */
  group?: (data: Data) => string
}

/** A job of one organization. Calls of that organization may enqueue it. */
interface TenantJob<Data> extends JobOptions<Data> {
  by: 'tenant'
  settings: Settings
}

/** A job that only a system transaction may enqueue. */
interface SystemJob<Data> extends JobOptions<Data> {
  by: 'system'
  settings: Settings
}

/** A job without data, which the server runs from time to time. It has no dead-letter queue. */
interface ScheduledJob {
  by: 'schedule'
  cron: string
  /** At most one in this time, whatever the number of servers and starts. */
  singletonSeconds?: number
  /** Runs at each start as well, because the database of an earlier version lacks its results. A second run finds nothing to do. */
  isRunAtStart?: boolean
  /** Calls may enqueue it, so that it runs at once. */
  isRunByCalls?: boolean
  settings: Settings
}

const tenantJob = <Data extends OfOrganization>(
  settings: Settings,
  options: JobOptions<Data> = {},
): TenantJob<Data> => ({ by: 'tenant', settings: { notify: true, ...settings }, ...options })

const systemJob = <Data>(settings: Settings, options: JobOptions<Data> = {}): SystemJob<Data> => ({
  by: 'system',
  settings: { notify: true, ...settings },
  ...options,
})

const scheduledJob = (
  cron: string,
  settings: Settings,
  options: Omit<ScheduledJob, 'by' | 'cron' | 'settings'> = {},
): ScheduledJob => ({
  by: 'schedule',
  cron,
  settings,
  ...options,
})

/** For what another server may refuse for a while: retried for some hours. */
const delivery: Settings = {
  retryLimit: 10,
  retryDelay: 15,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 120,
}

/** A failed one is not retried, because the next one makes up for it. */
const repeated: Settings = { retryLimit: 0, deleteAfterSeconds: 3600 }

/** A killed server is noticed by this, not by the expiry of its jobs. */
const heartbeatSeconds = 30

/** Every job type with its data and its queue. `server/jobs/workers.ts` has a worker for each. */
export const jobTypes = {
  'read-picture': tenantJob<PictureJob>(
    {
      // For 20 minutes: what a full disk or a machine under load kept from being read is not given up.
      retryLimit: 8,
      retryDelay: 5,
      retryDelayMax: 600,
      retryBackoff: true,
      expireInSeconds: 300,
      heartbeatSeconds,
    },
    { group: ({ meterId }) => String(meterId) },
  ),
  /** Has a model look at the picture of an unsure reading; once a reading. */
  'ask-model': tenantJob<ModelJob>(
    {
      // A model that is overloaded or down is asked again for some minutes; then our reading stays as it is.
      retryLimit: 4,
      retryDelay: 30,
      retryBackoff: true,
      retryDelayMax: 600,
      expireInSeconds: 300,
      heartbeatSeconds,
    },
    { id: ({ readingId }) => `model ${readingId}`, group: () => 'model' },
  ),
  'send-mail': systemJob<Mail>({
    retryLimit: 8,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 1800,
    expireInSeconds: 120,
    // Mails carry confirmation codes.
    deleteAfterSeconds: 600,
  }),
  /** One job per account waits at most. */
  'send-code': systemJob<CodeJob>(
    {
      policy: 'short',
      retryLimit: 5,
      retryDelay: 5,
      retryBackoff: true,
      expireInSeconds: 60,
      // Their addresses may be of people without an account.
      deleteAfterSeconds: 600,
    },
    { singletonKey: (job) => `${job.organization_code}\n${job.email.toLowerCase()}` },
  ),
  /** One mail per user and day. */
  'guessing-mail': systemJob<GuessingJob>(delivery, { id: ({ userId, day }) => `guessing ${userId} ${day}` }),
  'announce-alerts': scheduledJob(
    '* * * * *',
    { ...repeated, notify: true, expireInSeconds: 300 },
    { isRunByCalls: true },
  ),
  /** One mail to a person about a subject; the end is another mail. */
  'notice-mail': tenantJob<NoticeMailJob>(delivery, {
    id: ({ subject, id, userId, isEnd = false, at }) =>
      `${subject}${isEnd ? ' end' : ''}${at === undefined ? '' : ` ${at}`} ${id} ${userId}`,
  }),
  'notice-push': tenantJob<NoticePushJob>(delivery),
  silence: scheduledJob('* * * * *', { ...repeated, expireInSeconds: 300 }),
  'device-days': scheduledJob('10 * * * *', { ...repeated, expireInSeconds: 1800 }, { isRunAtStart: true }),
  'meter-rates': scheduledJob('50 * * * *', { ...repeated, expireInSeconds: 1800 }, { isRunAtStart: true }),
  'key-expiries': scheduledJob('40 * * * *', { ...repeated, expireInSeconds: 300 }),
  rounds: scheduledJob('* * * * *', { ...repeated, expireInSeconds: 300 }),
  // Each ten minutes, so that people are told on the same day after a stop of the server.
  'closing-reminders': scheduledJob('*/10 * * * *', { ...repeated, expireInSeconds: 600 }),
  'rejudge-meter': tenantJob<RejudgeJob>(
    {
      retryLimit: 8,
      retryDelay: 5,
      retryDelayMax: 600,
      retryBackoff: true,
      expireInSeconds: 600,
      heartbeatSeconds,
    },
    { group: ({ meterId }) => String(meterId) },
  ),
  /** Applies an import, or undoes it. One at a time in an organization. */
  'run-import': tenantJob<ImportJob>(
    {
      retryLimit: 8,
      retryDelay: 5,
      retryDelayMax: 600,
      retryBackoff: true,
      expireInSeconds: 3600,
      heartbeatSeconds,
    },
    { group: () => 'import' },
  ),
  /** Initialises an organization’s data, or continues with it. */
  'reset-data': systemJob<ResetJob>({
    // A server that is being updated again and again is outlasted.
    retryLimit: 20,
    retryDelay: 5,
    retryDelayMax: 600,
    retryBackoff: true,
    // Filling the demonstration takes minutes, on a busy machine more.
    expireInSeconds: 14_400,
    heartbeatSeconds,
  }),
  retention: scheduledJob('20 * * * *', { ...repeated, expireInSeconds: 1200 }),
  'disk-space': scheduledJob('* * * * *', { ...repeated, expireInSeconds: 300 }),
  // Tried each hour and run once a day, so that a server that is off at night is not left out. The day ends with the
  // stored job, which therefore is not deleted early.
  upkeep: scheduledJob(
    '0 * * * *',
    { retryLimit: 3, retryDelay: 600, expireInSeconds: 600 },
    { singletonSeconds: 86_400 },
  ),
}

type JobTypes = typeof jobTypes
export type JobName = keyof JobTypes

/** Jobs that are started by a schedule. They have no data, and are never given up. */
export type ScheduledName = {
  [Name in JobName]: JobTypes[Name] extends ScheduledJob ? Name : never
}[JobName]

/** Jobs that are enqueued. Those that are given up are moved to a dead-letter queue. */
export type EnqueuedName = Exclude<JobName, ScheduledName>

export type JobData<Name extends JobName> = JobTypes[Name] extends
  | TenantJob<infer Data extends object>
  | SystemJob<infer Data extends object>
  ? Data
  : null

export type Enqueue = <Name extends EnqueuedName>(
  tx: Tx,
  name: Name,
  jobs: readonly (JobData<Name> & object)[],
) => Promise<void>

export const jobNames = Object.keys(jobTypes) as JobName[]

/** How jobs of a type are inserted. */
export const optionsOf = <Name extends EnqueuedName>(name: Name): JobOptions<JobData<Name>> =>
  jobTypes[name] as JobOptions<JobData<Name>>

/** The queue of the jobs that were given up. */
export const deadLetterOf = (name: EnqueuedName) => `${name}-dead` as const

export const isScheduled = (name: JobName): name is ScheduledName => jobTypes[name].by === 'schedule'

/** Queues that calls may enqueue into, for their own organization only. */
export const tenantQueues: readonly JobName[] = jobNames.filter((name) => {
  const type = jobTypes[name]
  return type.by === 'tenant' || (type.by === 'schedule' && type.isRunByCalls === true)
})

/** The queues of all job types. A dead-letter queue comes before the queue that names it. */
export const queues: readonly Queue[] = jobNames.flatMap((name): Queue[] => {
  const { settings } = jobTypes[name]
  if (isScheduled(name)) return [{ name, ...settings }]
  const { deleteAfterSeconds } = settings
  const dead = { notify: true, ...(deleteAfterSeconds !== undefined && { deleteAfterSeconds }) }
  return [
    { name: deadLetterOf(name), ...dead },
    { name, deadLetter: deadLetterOf(name), ...settings },
  ]
})
