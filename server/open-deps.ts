import { listenForChanges } from './changes/feed.ts'
import { createEventStreams, type StreamOptions } from './changes/streams.ts'
import type { Disposers } from './close-all.ts'
import { connect } from './db/client.ts'
import type { Deps } from './deps.ts'
import { createPictureWorkers } from './imaging/picture-workers.ts'
import { createVisionModel, type ModelOptions } from './llm/vision-model.ts'
import { createMailer } from './mail/mailer.ts'
import { createPushSender, pushSubject, type SenderOptions } from './push/sender.ts'
import { createJobQueue } from './queue/job-queue.ts'
import { createSharedCounts } from './shared-counts.ts'
import { stopLimits } from './stop-limits.ts'
import { createDiskSpace, type MeasureDisk } from './storage/disk-space.ts'
import { keepReserve } from './storage/keep-reserve.ts'
import { openStorage } from './storage/open-storage.ts'
import { refusalRecorder } from './storage/record-refusal.ts'
import { createTableReader } from './tables/table-reader.ts'

interface Given extends Pick<Deps, 'env' | 'log' | 'secrets' | 'clock'> {
  databaseUrl: string
  push?: SenderOptions
  model?: ModelOptions
  streams?: StreamOptions
  measureDisk?: MeasureDisk
}

/** Opens everything between database and API; jobs are not worked off yet. */
export async function openDeps(
  opened: Disposers,
  { databaseUrl, push, model, streams, measureDisk, ...given }: Given,
): Promise<Deps> {
  const { env, log, secrets } = given
  const database = connect(databaseUrl, log, env.DATABASE_APP_URL)
  opened.push({ name: 'connections', close: database.close })
  const disk = createDiskSpace({ env, log, clock: given.clock, measure: measureDisk })
  const recordRefusal = refusalRecorder({ database, log, clock: given.clock })
  const storage = keepReserve(await openStorage(env, opened), disk, recordRefusal)
  const workers = createPictureWorkers()
  opened.push({ name: 'picture workers', close: workers.close })
  const tables = createTableReader()
  opened.push({ name: 'table reader', close: tables.close })
  const parts = {
    ...given,
    database,
    storage,
    disk,
    workers,
    tables,
    mail: createMailer(env, log),
    push: createPushSender(secrets.pushKeys, pushSubject(env, log), push),
    model: createVisionModel(env, model),
  }
  const jobs = createJobQueue({ database, databaseUrl, log })
  opened.push({ name: 'jobs', close: jobs.stop, limit: stopLimits.jobs + stopLimits.margin })
  await jobs.start()
  const changes = await listenForChanges(databaseUrl, log)
  opened.push({ name: 'changes', close: changes.close })
  const counts = createSharedCounts(changes, log)
  opened.push({ name: 'counts', close: counts.close })
  const stopping = new AbortController()
  return { ...parts, jobs, changes, counts, stopping, streams: createEventStreams(changes, streams) }
}
