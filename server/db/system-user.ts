import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { StartError } from '../env.ts'

/** How PostgreSQL’s programs, which refuse to run as root, are run. */
export interface Runner {
  prefix: string[]
  /** Makes the running user the owner of a path. */
  own: (path: string) => void
}

const user = 'postgres'

/**
 * As the current user, or instead of root as the system user `postgres`, created when missing. Where that user cannot
 * reach `paths` (a checkout under /root): in a user namespace that maps root to it.
 */
export function chooseRunner(paths: string[]): Runner {
  if (process.getuid?.() !== 0) return { prefix: [], own: () => {} }
  const [uid, gid] = systemUser()
  const asUser = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--init-groups', '--']
  if (paths.every((path) => succeeds([...asUser, 'test', '-x', path]))) {
    return { prefix: asUser, own: (path) => chownSync(path, uid, gid) }
  }
  const inNamespace = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--']
  if (succeeds([...inNamespace, 'true'])) return { prefix: inNamespace, own: () => {} }
  throw new StartError(
    `システムユーザー ${user} が ${paths.join(' または ')} を読めません。別の場所に置くか、root以外で起動してください。\n` +
      `(the system user ${user} cannot reach these folders; move them, or do not start as root)`,
  )
}

function systemUser(): [uid: number, gid: number] {
  const number = (flag: '-u' | '-g') =>
    Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  if (
    !succeeds(['id', '-u', user]) &&
    !succeeds(['useradd', '--system', '--user-group', '--no-create-home', user])
  ) {
    throw new StartError(
      `システムユーザー ${user} を作成できません。root以外で起動するか、DATABASE_URL を設定してください。\n` +
        `(PostgreSQL does not run as root, and the system user ${user} could not be made)`,
    )
  }
  return [number('-u'), number('-g')]
}

function succeeds([program = '', ...rest]: string[]): boolean {
  return spawnSync(program, rest, { stdio: 'ignore' }).status === 0
}
