/** `npm run restore -- FOLDER [--replace]`: a backup into a new DATA_DIR and an empty database. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restore } from '../server/backup/restore.ts'
import { closeAll, type Disposers } from '../server/close-all.ts'
import { readEnv, StartError } from '../server/env.ts'
import { createLog } from '../server/log.ts'
import { openStorage } from '../server/storage/open-storage.ts'
import { closeOnSignal } from './close-on-signal.ts'

const opened: Disposers = []
closeOnSignal(opened)
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  })
  const [folder] = positionals
  if (folder === undefined)
    throw new StartError('使い方: npm run restore -- フォルダ [--replace] (name the folder of a backup)')
  const env = readEnv(process.env)
  const storage = await openStorage(env, opened)
  const target = { env, storage, log: createLog('warn'), replace: values.replace }
  const { takenAt, tables, pictures } = await restore(target, resolve(folder), opened)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `${takenAt} のバックアップを戻しました（${rows} 行、画像 ${pictures.files} ファイル）: ${env.DATA_DIR}`,
  )
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
} finally {
  await closeAll(opened)
}
