/** `npm run remove-demo [-- --confirm]`: deletes the demonstration's organization with everything in it. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { closeAll, type Disposers } from '../server/close-all.ts'
import { lockFolder } from '../server/db/folder-lock.ts'
import { migrate } from '../server/db/migrate.ts'
import { openEmbedded } from '../server/db/open-embedded.ts'
import { readEnv, StartError } from '../server/env.ts'
import { closeOnSignal } from './close-on-signal.ts'
import { assertNoServer, removeDemonstration } from './demo/remove.ts'

const opened: Disposers = []
closeOnSignal(opened)
try {
  const { values } = parseArgs({ options: { confirm: { type: 'boolean', default: false } } })
  const env = readEnv(process.env)
  opened.push({ name: 'folder lock', close: lockFolder(env.DATA_DIR) })
  let url = env.DATABASE_URL
  if (url === undefined) {
    url = await openEmbedded(opened, env.DATA_DIR)
  } else {
    // It may hold a demonstration that was restored from a backup. Servers with other folders may use it.
    await assertNoServer(url)
  }
  await migrate(url, env.DATABASE_APP_URL)
  const { organizationId, name, meters, users } = await removeDemonstration(url, values.confirm)
  const what = `デモの組織「${name}」（メーター ${meters} 件、ユーザー ${users} 人）`
  if (values.confirm) {
    if (env.S3_BUCKET === undefined)
      await rm(join(env.DATA_DIR, 'pictures', String(organizationId)), { recursive: true, force: true })
    const hint = env.DATABASE_URL === undefined ? '次からは DEMO=off npm start で起動してください。' : ''
    console.log(`${what}を削除しました。${hint}`)
  } else {
    console.log(
      `${what}と、その測定値・画像・履歴をすべて削除します。元に戻せません。\n実行するには: npm run remove-demo -- --confirm`,
    )
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
} finally {
  await closeAll(opened)
}
