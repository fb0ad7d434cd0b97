import { join } from 'node:path'
import { fillDemonstration } from '../../../scripts/demo/fill.ts'
import { organizationId } from '../../../scripts/demo/insert.ts'
import { connect } from '../../../server/db/client.ts'
import { readEnv } from '../../../server/env.ts'
import { createLog } from '../../../server/log.ts'
import { fileStorage } from '../../../server/storage/files.ts'
import { fewMeters } from './few-meters.ts'

/** Fills few meters in its own process, so that it can be killed. */
const env = readEnv(process.env)
const database = connect(env.DATABASE_URL ?? '', createLog('silent'))
const storage = fileStorage(join(env.DATA_DIR, 'pictures'))
await fillDemonstration({ database, storage }, organizationId, (done) => process.send?.(done), fewMeters)
