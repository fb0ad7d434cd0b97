import type { CategoryType } from '../../contract/categories.ts'
import { isAbnormal, readState } from '../../contract/values/abnormal.ts'
import { priorOf } from '../../contract/values/prior.ts'
import type { ReaderSettings, Reason } from '../../reader/node/index.ts'
import type { Database, Tx } from '../db/client.ts'
import type { MeterRecord } from '../db/meter-lock.ts'
import { reconcileAround } from '../features/alerts/index.ts'
import { findMeter } from '../features/meters/index.ts'
import {
  derivedPicture,
  describePicture,
  keepFramed,
  MissingPictureError,
  originalPicture,
} from '../features/pictures/index.ts'
import {
  changeReading,
  evidenceBefore,
  findReading,
  isCumulativeMeter,
  isReadable,
  lockForJudging,
  mayBoost,
  measuringRangeOf,
  readFieldsOf,
  stateOfPicture,
  valueFieldsOf,
} from '../features/readings/index.ts'
import type { PictureWorkers } from '../imaging/picture-workers.ts'
import type { VisionModel } from '../llm/vision-model.ts'
import type { Log } from '../log.ts'
import type { JobQueue } from '../queue/job-queue.ts'
import type { ReadingRef } from '../queue/job-types.ts'
import type { Storage } from '../storage/storage.ts'

interface PictureParts {
  jobs: Pick<JobQueue, 'announceAlerts' | 'enqueue'>
  model: VisionModel | null
  database: Database
  storage: Storage
  workers: PictureWorkers
  clock: () => Date
  log: Log
}

/**
 * Reads a reading’s picture and stores the result. Idempotent, also beside people who correct or delete: only an unread
 * reading is written, and a person’s value stays. Two servers may read pictures of one meter at once: each uses what
 * was known when it was taken, as far as that has been read, and the locked meter serializes their writes.
 */
export async function runReadPicture(parts: PictureParts, job: ReadingRef): Promise<void> {
  const { database, storage } = parts
  const { organizationId } = job
  const task = await database.inOrganization(organizationId, null, (tx) => taskOf(tx, job))
  if (task === null) return
  if (!task.isReadable) return leaveUnread(parts, job)
  const { sha256, settings, prior } = task
  const reference = task.reference === null ? null : await referenceFor(parts, job, task.reference)
  const original = () => originalPicture(storage, { organizationId, sha256 })
  const read = await parts.workers.read({ owner: organizationId }, original, settings, { reference, prior })
  if (read === null) {
    parts.log.warn({ ...job }, 'a picture does not decode')
    return markUnreadable(parts, job, 'undecodable')
  }
  const framed = read.framed && (await describePicture(read.framed.whole, 'framed'))

  await database.inOrganization(organizationId, null, async (tx) => {
    const judged = await lockForJudging(tx, organizationId, job.readingId)
    if (judged === undefined || judged.reading.readState !== readState.unprocessed) return
    const { reading, meter, range } = judged
    const isKept =
      framed !== null &&
      read.framed !== null &&
      (await keepFramed(storage, tx, organizationId, framed, read.framed.tile))
    const fields = { ...readFieldsOf(read.result), ...valueFieldsOf(meter, reading, read.result) }
    await changeReading(tx, organizationId, reading.id, {
      ...fields,
      resultSha256: isKept ? framed.sha256 : null,
      isAbnormal: isAbnormal({ value: fields.value, read_state: readState.processed }, range),
      updatedAt: parts.clock(),
    })
    await reconcileAround(parts, tx, { organizationId, id: reading.meterId }, reading)
    if (parts.model !== null && mayBoost({ ...reading, ...fields })) {
      const { secondChoice } = read.result
      await parts.jobs.enqueue(tx, 'ask-model', [{ organizationId, readingId: reading.id, secondChoice }])
    }
  })
}

/** Lets a picture wait whose meter has lost its reading settings since it arrived: the reader would only guess. */
async function leaveUnread(parts: PictureParts, job: ReadingRef): Promise<void> {
  const { organizationId, readingId } = job
  const isReadableAgain = await parts.database.inOrganization(organizationId, null, async (tx) => {
    const judged = await lockForJudging(tx, organizationId, readingId)
    if (judged === undefined || judged.reading.readState !== readState.unprocessed) return false
    const { reading, meter, range } = judged
    const state = stateOfPicture(meter, reading)
    if (state === readState.unprocessed) return true
    await changeReading(tx, organizationId, readingId, {
      readState: state,
      isAbnormal: isAbnormal({ value: reading.value, read_state: state }, range),
      updatedAt: parts.clock(),
    })
    await reconcileAround(parts, tx, meter, reading)
    return false
  })
  if (isReadableAgain) await runReadPicture(parts, job)
}

/** Null where storage has lost it: reading without a reference beats not reading. */
async function referenceFor(parts: PictureParts, job: ReadingRef, sha256: string) {
  const { organizationId } = job
  try {
    return await derivedPicture(parts, { organizationId, sha256, variant: 'reference' })
  } catch (error) {
    if (!(error instanceof MissingPictureError)) throw error
    parts.log.error({ err: error, ...job }, 'a picture is read without its lost reference')
    return null
  }
}

/** Marks a reading that cannot be read, for a person to look at. */
export async function markUnreadable(
  parts: PictureParts,
  job: ReadingRef,
  reason: Extract<Reason, 'unknown' | 'undecodable'> = 'unknown',
): Promise<void> {
  const { organizationId, readingId } = job
  await parts.database.inOrganization(organizationId, null, async (tx) => {
    const judged = await lockForJudging(tx, organizationId, readingId)
    if (judged === undefined || judged.reading.readState !== readState.unprocessed) return
    const { reading, meter, range } = judged
    const fields = valueFieldsOf(meter, reading, { value: null, reasons: [reason] })
    await changeReading(tx, organizationId, readingId, {
      ...fields,
      readState: readState.failed,
      isAbnormal: isAbnormal({ value: fields.value, read_state: readState.failed }, range),
      updatedAt: parts.clock(),
    })
    await reconcileAround(parts, tx, { organizationId, id: reading.meterId }, reading)
  })
}

async function taskOf(tx: Tx, { organizationId, readingId }: ReadingRef) {
  const row = await findReading(tx, organizationId, readingId)
  const sha256 = row?.picture_sha256 ?? null
  if (row === undefined || sha256 === null || row.read_state !== readState.unprocessed) return null
  const found = await findMeter(tx, organizationId, row.meter_id)
  if (found === undefined) throw new Error('a reading without its meter')
  const { categoryType: type, unit } = found
  const { meter_id: id, created_at: at, ai_boost_enabled: boost } = row
  const accepted = await evidenceBefore(tx, { organizationId, id }, new Date(at))
  const settings = readerSettingsOf(found.meter, type, boost)
  return {
    sha256,
    settings,
    isReadable: isReadable({ ...found.meter, categoryType: type }),
    reference: found.meter.pictureSha256,
    prior: priorOf(accepted, isCumulativeMeter({ ...found.meter, categoryType: type, unit }), at),
  }
}

/** The reader’s settings of a meter; `boost` is the reading’s. */
function readerSettingsOf(meter: MeterRecord, type: CategoryType, boost: boolean): ReaderSettings {
  const { settings, area, pins, digitNumber, decimalPoint } = meter
  return {
    type,
    settings,
    area,
    axis: pins?.axis ?? null,
    radius: pins?.radius ?? null,
    digitNumber,
    decimalPoint,
    range: measuringRangeOf(meter),
    boost,
  }
}
