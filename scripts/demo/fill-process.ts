/** Fills a demonstration in its own process, as long as its parent lives. */
import { constants, setPriority } from 'node:os'
import { connect } from '../../server/db/client.ts'
import { readEnv } from '../../server/env.ts'
import { learnRates } from '../../server/features/meters/index.ts'
import { createLog } from '../../server/log.ts'
import { openStorage } from '../../server/storage/open-storage.ts'
import { fillDemonstration } from './fill.ts'

process.once('disconnect', () => process.exit(1))
// Inherited by child processes. Users come first; on a busy machine the lowest priority would never run.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const env = readEnv(process.env)
const log = createLog('silent')
const database = connect(env.DATABASE_URL ?? '', log)
const storage = await openStorage(env, [])
await fillDemonstration({ database, storage }, Number(process.env['DEMONSTRATION']), (done, total) =>
  process.send?.({ done, total }),
)
// Shown with the first look at a counter, instead of after the next job.
await learnRates({ database, log, clock: () => new Date() })
await database.close()
process.exit(0)
