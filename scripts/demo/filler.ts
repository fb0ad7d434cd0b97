/** Fills the demonstration as a process of its own: behind the server, and only while whoever began it lives. */
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../server/db/client.ts'
import { readEnv } from '../../server/env.ts'
import { createLog } from '../../server/log.ts'
import { fileStorage } from '../../server/storage/files.ts'
import { fillDemonstration } from './fill.ts'

process.once('disconnect', () => process.exit(1))
// Processes that are started from here on inherit it. Whoever looks at the console comes first; on a busy machine the
// lowest priority would never get a turn.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const env = readEnv(process.env)
const database = connect(env.DATABASE_URL ?? '', createLog('silent'))
const storage = fileStorage(join(env.DATA_DIR, 'pictures'))
await fillDemonstration({ database, storage }, (done, total) => process.send?.({ done, total }))
await database.close()
process.exit(0)
