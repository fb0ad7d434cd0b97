import type { JobWithMetadata, WorkOptions } from 'pg-boss'
import type { Deps } from '../deps.ts'
import { openMissedAlerts } from '../features/alerts/index.ts'
import { fillDeviceDays } from '../features/devices/index.ts'
import { returnToBefore, runImport } from '../features/imports/index.ts'
import { announceExpiries, purgeAccessLogs } from '../features/keys/index.ts'
import { endOverdue } from '../features/maintenances/index.ts'
import { learnRates } from '../features/meters/index.ts'
import {
  announceClosings,
  announceHeld,
  announcePending,
  announceUnconfirmed,
  sendNoticeMail,
  sendNoticePush,
} from '../features/notices/index.ts'
import { removeOldOriginals } from '../features/pictures/index.ts'
import { purgeExpired, sendConfirmationCode, sendGuessingMail } from '../features/sessions/index.ts'
import type { Worker } from '../queue/job-queue.ts'
import { type EnqueuedName, type JobData, type JobName, jobNames } from '../queue/job-types.ts'
import { runAskModel } from './ask-model.ts'
import { checkRounds, checkSilence } from './minute-checks.ts'
import { markUnreadable, runReadPicture } from './read-picture.ts'
import { requeueRejudging, runRejudge } from './rejudge-meter.ts'
import { type FillDemonstration, giveUpReset, runReset } from './reset-data.ts'
import { warnOfFullBucket } from './warn-of-full-bucket.ts'
import { warnOfFullDisk } from './warn-of-full-disk.ts'

/**
 * A meter with many jobs leaves room for others. The order of a meter’s jobs is not guaranteed, and another server may
 * run one at the same time: both are harmless, since jobs decide what to write with the meter locked.
 */
const onePerMeter: WorkOptions = { localGroupConcurrency: 1 }
/** Calls of a model take seconds: one organization’s leave room for others’. */
const sharedOut: WorkOptions = { localConcurrency: 4, localGroupConcurrency: 2 }
/** Large ones take minutes: two organizations’ at a time. */
const sharedImports: WorkOptions = { localConcurrency: 2, localGroupConcurrency: 1 }
const oneAtATime: WorkOptions = { localConcurrency: 1 }

type Parts = Pick<
  Deps,
  | 'jobs'
  | 'database'
  | 'storage'
  | 'disk'
  | 'workers'
  | 'tables'
  | 'mail'
  | 'push'
  | 'model'
  | 'env'
  | 'secrets'
  | 'stopping'
  | 'clock'
  | 'log'
>

/** A job type without a worker does not compile, nor one that can be given up without saying what happens then. */
type Workers = {
  [Name in JobName]: Worker<JobData<Name>> &
    (Name extends EnqueuedName ? Required<Pick<Worker<JobData<Name>>, 'giveUp'>> : unknown)
}

/** Works off all queues until the queue is stopped. */
export async function startWorkers(deps: Parts, fill?: FillDemonstration): Promise<void> {
  const workers = createWorkers(deps, fill)
  const start = <Name extends JobName>(name: Name) => deps.jobs.work(name, workers[name])
  for (const name of jobNames) await start(name)
}

function createWorkers(deps: Parts, fill: FillDemonstration | undefined): Workers {
  const { log, clock } = deps
  const logLostNotice = async ({ id, name, data }: JobWithMetadata<object>) =>
    log.error({ job: id, queue: name, data }, 'a notification did not reach somebody')
  return {
    'read-picture': {
      run: ({ data }) => runReadPicture(deps, data),
      options: onePerMeter,
      async giveUp({ id, data }) {
        log.error({ job: id, ...data }, 'a picture could not be read')
        await markUnreadable(deps, data)
      },
    },
    'ask-model': {
      run: ({ data }) => runAskModel(deps, data),
      options: sharedOut,
      async giveUp({ id, data }) {
        log.warn({ job: id, ...data }, 'no model could be asked about a reading')
      },
    },
    'send-mail': {
      run: ({ data }) => deps.mail.send(data),
      // Without their data: mails carry confirmation codes.
      async giveUp({ id }) {
        log.error({ job: id }, 'a mail could not be sent')
      },
    },
    'send-code': {
      run: ({ data }) => sendConfirmationCode(deps, data),
      async giveUp({ id }) {
        log.error({ job: id }, 'a confirmation code could not be sent')
      },
    },
    'guessing-mail': {
      run: ({ data }) => sendGuessingMail(deps, data),
      async giveUp({ id, data }) {
        log.error({ job: id, ...data }, 'failed to send a warning of guessing')
      },
    },
    'announce-alerts': {
      async run() {
        await endOverdue(deps)
        await announcePending(deps)
        await announceHeld(deps)
        await announceUnconfirmed(deps)
      },
    },
    'notice-mail': { run: ({ data }) => sendNoticeMail(deps, data), giveUp: logLostNotice },
    'notice-push': {
      run: ({ data, retryCount }) => sendNoticePush(deps, data, retryCount),
      giveUp: logLostNotice,
    },
    silence: { run: () => checkSilence(deps), options: oneAtATime },
    'device-days': { run: () => fillDeviceDays(deps), options: oneAtATime },
    'meter-rates': { run: () => learnRates(deps), options: oneAtATime },
    'key-expiries': { run: () => announceExpiries(deps), options: oneAtATime },
    rounds: { run: () => checkRounds(deps), options: oneAtATime },
    'closing-reminders': { run: () => announceClosings(deps), options: oneAtATime },
    'rejudge-meter': {
      run: ({ data }) => runRejudge(deps, data),
      options: onePerMeter,
      async giveUp({ id, data }) {
        log.error({ job: id, ...data }, 'the readings of a meter could not be judged anew')
      },
    },
    'run-import': {
      run: ({ data }) => runImport(deps, data),
      options: sharedImports,
      async giveUp({ id, data }) {
        log.error({ job: id, ...data }, 'an import could not be applied or undone')
        await returnToBefore(
          deps,
          data,
          '完了できませんでした。何も変更していません。もう一度お試しください。',
        )
      },
    },
    'reset-data': {
      run: ({ data }) => runReset(deps, data, fill),
      options: oneAtATime,
      async giveUp({ id, data }) {
        log.error({ job: id, ...data }, 'the data of an organization could not be initialised')
        await giveUpReset(deps, data)
      },
    },
    'disk-space': {
      async run() {
        await warnOfFullBucket(deps)
        await warnOfFullDisk(deps)
      },
      options: oneAtATime,
    },
    retention: { run: () => removeOldOriginals(deps, clock()), options: oneAtATime },
    upkeep: { run: () => runUpkeep(deps), options: oneAtATime },
  }
}

/** Runs each of the daily tasks. A failure of one does not stop the others. */
async function runUpkeep(deps: Parts): Promise<void> {
  const { database, log, clock } = deps
  const outcomes = await Promise.allSettled([
    purgeExpired(database, clock()).then((deleted) => log.info(deleted, 'expired rows deleted')),
    database
      .asSystem((tx) => purgeAccessLogs(tx, clock()))
      .then((rows) => log.info({ rows }, 'old rows of the access log deleted')),
    openMissedAlerts(deps, clock()).then((meters) =>
      log.info({ meters }, 'abnormal meters without an alert looked at again'),
    ),
    requeueRejudging(deps),
  ])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
