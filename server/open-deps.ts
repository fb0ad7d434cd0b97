import { connect } from './db/client.ts'
import type { Deps } from './deps.ts'
import { listenForChanges } from './features/events/feed.ts'
import { createEventStreams, type StreamOptions } from './features/events/streams.ts'
import { createPictureWorkers } from './imaging/picture-workers.ts'
import { createJobQueue } from './jobs/queue.ts'
import { createVisionModel, type ModelOptions } from './llm/vision-model.ts'
import { createMailer } from './mail/mailer.ts'
import { createPushSender, pushSubject, type SenderOptions } from './push/sender.ts'
import { createSharedCounts } from './shared-counts.ts'
import { openStorage } from './storage/open-storage.ts'

/** Disposers in the order of opening. */
export type Disposers = (() => Promise<void> | void)[]

/** Finishes calls and jobs, then closes everything in reverse order. May be called at any time. */
export async function closeAll(opened: Disposers): Promise<void> {
  const failures: unknown[] = []
  for (const undo of opened.splice(0).reverse()) {
    try {
      await undo()
    } catch (error) {
      // The rest is closed as well: above all the database and the folder.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not everything could be closed')
}

interface Given extends Pick<Deps, 'env' | 'log' | 'secrets' | 'clock'> {
  databaseUrl: string
  push?: SenderOptions
  model?: ModelOptions
  streams?: StreamOptions
}

/** Opens everything between database and API; jobs are not worked off yet. */
export async function openDeps(
  opened: Disposers,
  { databaseUrl, push, model, streams, ...given }: Given,
): Promise<Deps> {
  const { env, log, secrets } = given
  const database = connect(databaseUrl, log, env.DATABASE_APP_URL)
  opened.push(database.close)
  const storage = await openStorage(env, opened)
  const workers = createPictureWorkers()
  opened.push(workers.close)
  const parts = {
    ...given,
    database,
    storage,
    workers,
    mail: createMailer(env, log),
    push: createPushSender(secrets.pushKeys, pushSubject(env), push),
    model: createVisionModel(env, model),
  }
  const jobs = createJobQueue({ database, databaseUrl, log })
  opened.push(jobs.stop)
  await jobs.start()
  const changes = await listenForChanges(databaseUrl, log)
  opened.push(changes.close)
  const counts = createSharedCounts(changes, log)
  opened.push(counts.close)
  const stopping = new AbortController()
  return { ...parts, jobs, changes, counts, stopping, streams: createEventStreams(changes, streams) }
}
