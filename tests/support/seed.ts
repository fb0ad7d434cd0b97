import { join } from 'node:path'
import { seedDemonstration } from '../../scripts/demo.ts'
import { connect } from '../../server/db/client.ts'
import { readEnv } from '../../server/env.ts'
import { createLog } from '../../server/log.ts'
import { fileStorage } from '../../server/storage/files.ts'

/** Seeds the demonstration as a process of its own, so that it can be killed. */
const env = readEnv(process.env)
const database = connect(env.DATABASE_URL ?? '', createLog('silent'))
const storage = fileStorage(join(env.DATA_DIR, 'pictures'))
await seedDemonstration({ env, database, storage, clock: () => new Date() }, (done, total) =>
  console.log(`${done} of ${total}`),
)
await database.close()
