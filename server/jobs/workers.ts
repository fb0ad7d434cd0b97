import type { WorkOptions } from 'pg-boss'
import type { Deps } from '../deps.ts'
import { openMissedAlerts } from '../features/alerts/missed.ts'
import { fillDeviceDays } from '../features/devices/fill-device-days.ts'
import { announceExpiries, purgeAccessLogs } from '../features/keys/index.ts'
import { learnRates } from '../features/meters/learn-rates.ts'
import { announcePending, sendNoticeMail, sendNoticePush } from '../features/notices/index.ts'
import { removeOldOriginals } from '../features/pictures/index.ts'
import { sendGuessingMail } from '../features/sessions/guessing.ts'
import { sendConfirmationCode } from '../features/sessions/password-service.ts'
import { purgeExpired } from '../features/sessions/purge.ts'
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
const oneAtATime: WorkOptions = { localConcurrency: 1 }

/** Works off all queues until the queue is stopped. */
export async function startWorkers(
  deps: Pick<
    Deps,
    | 'jobs'
    | 'database'
    | 'storage'
    | 'disk'
    | 'workers'
    | 'mail'
    | 'push'
    | 'model'
    | 'env'
    | 'secrets'
    | 'stopping'
    | 'clock'
    | 'log'
  >,
  fill?: FillDemonstration,
): Promise<void> {
  const { jobs, database, log, clock } = deps
  await jobs.work('read-picture', ({ data }) => runReadPicture(deps, data), onePerMeter)
  await jobs.work(
    'read-picture-dead',
    async ({ id, data }) => {
      log.error({ job: id, ...data }, 'a picture could not be read')
      await markUnreadable(deps, data)
    },
    oneAtATime,
  )
  await jobs.work('ask-model', ({ data }) => runAskModel(deps, data), sharedOut)
  await jobs.work(
    'ask-model-dead',
    async ({ id, data }) => log.warn({ job: id, ...data }, 'no model could be asked about a reading'),
    oneAtATime,
  )
  await jobs.work('send-mail', ({ data }) => deps.mail.send(data))
  // Without their data: mails carry confirmation codes.
  await jobs.work(
    'send-mail-dead',
    async ({ id }) => log.error({ job: id }, 'a mail could not be sent'),
    oneAtATime,
  )
  await jobs.work('send-code', ({ data }) => sendConfirmationCode(deps, data))
  await jobs.work(
    'send-code-dead',
    async ({ id }) => log.error({ job: id }, 'a confirmation code could not be sent'),
    oneAtATime,
  )
  await jobs.work('guessing-mail', ({ data }) => sendGuessingMail(deps, data))
  await jobs.work(
    'guessing-mail-dead',
    async ({ id, data }) => log.error({ job: id, ...data }, 'failed to send a warning of guessing'),
    oneAtATime,
  )
  await jobs.work('announce-alerts', () => announcePending(deps))
  await jobs.work('notice-mail', ({ data }) => sendNoticeMail(deps, data))
  await jobs.work('notice-push', ({ data, retryCount }) => sendNoticePush(deps, data, retryCount))
  await jobs.work('silence', () => checkSilence(deps), oneAtATime)
  await jobs.work('device-days', () => fillDeviceDays(deps), oneAtATime)
  await jobs.work('meter-rates', () => learnRates(deps), oneAtATime)
  await jobs.work('key-expiries', () => announceExpiries(deps), oneAtATime)
  await jobs.work('rounds', () => checkRounds(deps), oneAtATime)
  const deadQueues = ['notice-mail-dead', 'notice-push-dead'] as const
  for (const queue of deadQueues) {
    await jobs.work(
      queue,
      async ({ id, data }) => log.error({ job: id, queue, data }, 'a notification did not reach somebody'),
      oneAtATime,
    )
  }
  await jobs.work('rejudge-meter', ({ data }) => runRejudge(deps, data), onePerMeter)
  await jobs.work(
    'rejudge-meter-dead',
    async ({ id, data }) =>
      log.error({ job: id, ...data }, 'the readings of a meter could not be judged anew'),
    oneAtATime,
  )
  await jobs.work('reset-data', ({ data }) => runReset(deps, data, fill), oneAtATime)
  await jobs.work(
    'reset-data-dead',
    async ({ id, data }) => {
      log.error({ job: id, ...data }, 'the data of an organization could not be initialised')
      await giveUpReset(deps, data)
    },
    oneAtATime,
  )
  await jobs.work(
    'disk-space',
    async () => {
      await warnOfFullBucket(deps)
      await warnOfFullDisk(deps)
    },
    oneAtATime,
  )
  await jobs.work('retention', () => removeOldOriginals(deps, clock()), oneAtATime)
  await jobs.work(
    'upkeep',
    async () => {
      // A failure of one does not stop the others.
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
    },
    oneAtATime,
  )
}
