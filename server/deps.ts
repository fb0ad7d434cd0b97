import type { ChangeFeed } from './changes/feed.ts'
import type { EventStreams } from './changes/streams.ts'
import type { Database } from './db/client.ts'
import type { Env } from './env.ts'
import type { PictureWorkers } from './imaging/picture-workers.ts'
import type { VisionModel } from './llm/vision-model.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { PushSender } from './push/sender.ts'
import type { JobQueue } from './queue/job-queue.ts'
import type { Secrets } from './secrets.ts'
import type { SharedCounts } from './shared-counts.ts'
import type { DiskSpace } from './storage/disk-space.ts'
import type { Storage } from './storage/storage.ts'
import type { TableReader } from './tables/table-reader.ts'

/** Everything the server depends on. `start.ts` makes it from the environment, tests from their own parts. */
export interface Deps {
  env: Env
  secrets: Secrets
  database: Database
  /** Refuses pictures while `disk` has less than its reserve. */
  storage: Storage
  disk: DiskSpace
  jobs: JobQueue
  workers: PictureWorkers
  tables: TableReader
  mail: Mailer
  push: PushSender
  /** Null: none is configured, and nothing is sent to one. */
  model: VisionModel | null
  changes: ChangeFeed
  streams: EventStreams
  /** Of calls by address. */
  counts: SharedCounts
  /** Aborted when the server begins to stop: it still works, and is not to be given more to do. */
  stopping: AbortController
  clock: () => Date
  log: Log
}
