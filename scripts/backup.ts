/**
 * `npm run backup -- FOLDER [--since EARLIER]`: writes the database and its pictures as of now, also while the server
 * runs. Pictures that the earlier backup holds are hard links to it.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp } from '../server/backup/backup.ts'
import { closeAll, type Disposers } from '../server/close-all.ts'
import { findRunning } from '../server/db/embedded.ts'
import { lockFolder } from '../server/db/folder-lock.ts'
import { openEmbedded } from '../server/db/open-embedded.ts'
import { readEnv, StartError } from '../server/env.ts'
import { loadSecrets } from '../server/secrets.ts'
import { openStorage } from '../server/storage/open-storage.ts'
import { closeOnSignal } from './close-on-signal.ts'

const opened: Disposers = []
closeOnSignal(opened)
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { since: { type: 'string' } },
  })
  const [folder] = positionals
  if (folder === undefined)
    throw new StartError(
      '使い方: npm run backup -- フォルダ [--since 前回のフォルダ] (name a folder that does not exist yet)',
    )
  const earlier = values.since === undefined ? null : resolve(values.since)
  const env = readEnv(process.env)
  const kept = loadSecrets(env.DATA_DIR)
  let databaseUrl = env.DATABASE_URL ?? findRunning(env.DATA_DIR, kept.database_password)
  if (databaseUrl === null) {
    opened.push({ name: 'folder lock', close: lockFolder(env.DATA_DIR) })
    databaseUrl = await openEmbedded(opened, env.DATA_DIR)
  }
  const storage = await openStorage(env, opened)
  const source = { databaseUrl, storage, dataDir: env.DATA_DIR, secret: env.SECRET_KEY ?? kept.secret }
  const { tables, pictures, missing } = await backUp(source, resolve(folder), earlier)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `バックアップしました: ${folder}（${rows} 行、画像 ${pictures.files} ファイル、${pictures.bytes} バイト）`,
  )
  if (missing.length > 0) {
    console.error(
      `保存先から失われていた画像が ${missing.length} 件あります (lost before; listed in manifest.json)`,
    )
    process.exitCode = 1
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
} finally {
  await closeAll(opened)
}
