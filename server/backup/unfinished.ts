import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../env.ts'

/** Stands in the data folder while a backup is brought into it. */
export const unfinishedRestore = 'restore-unfinished'

/** A server would take what is half restored for an empty installation. */
export function refuseUnfinished(dataDir: string): void {
  if (!existsSync(join(dataDir, unfinishedRestore))) return
  throw new StartError(
    `復元が途中で止まっています: ${dataDir}\n原因を取り除き、npm run restore をもう一度(-- --replace を付けて)実行してください。\n` +
      '(a restore into this folder has not finished: run it again with --replace)',
  )
}
