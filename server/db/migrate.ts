import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { StartError } from '../env.ts'
import { enableAppRole } from './app-role.ts'

const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url))

/** An arbitrary number: servers that start together migrate one after the other. */
const lock = 0x6b656e73

/**
 * Migrates the database at `url` as its owner and lets calls log in, at `callsUrl` where given. Returns what migrations
 * found and left as it is. Rejects with a StartError where the database refuses the connection or the rights.
 */
export const migrate = (url: string, callsUrl?: string): Promise<string[]> =>
  migrateFrom(migrationsFolder, url, callsUrl)

/** As `migrate`, no further than the migration of that `when`, which must be one of ours. */
export async function migrateThrough(when: number, url: string, callsUrl?: string): Promise<void> {
  const journalPath = join('meta', '_journal.json')
  const journal: { entries: { when: number; tag: string }[] } = JSON.parse(
    readFileSync(join(migrationsFolder, journalPath), 'utf8'),
  )
  if (!journal.entries.some((entry) => entry.when === when)) throw unknownMigration(when)
  const entries = journal.entries.filter((entry) => entry.when <= when)
  const folder = mkdtempSync(join(tmpdir(), 'kenshin-migrations-'))
  try {
    mkdirSync(join(folder, 'meta'))
    writeFileSync(join(folder, journalPath), JSON.stringify({ ...journal, entries }))
    for (const { tag } of entries)
      copyFileSync(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`))
    await migrateFrom(folder, url, callsUrl)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const unknownMigration = (when: number) =>
  new StartError(
    'このバックアップは、より新しいバージョンの検針で作られています。同じか新しいバージョンで戻してください。\n' +
      `(the backup is of a newer version: migration ${when} is not known here)`,
  )

async function migrateFrom(folder: string, url: string, callsUrl?: string): Promise<string[]> {
  // An advisory lock belongs to its connection.
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 })
  const warnings: string[] = []
  client.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING' && message !== undefined) warnings.push(message)
  })
  try {
    await client.connect()
    await client.query('select pg_advisory_lock($1)', [lock])
    await applyMigrations(drizzle(client), { migrationsFolder: folder })
    await enableAppRole(client, url, callsUrl)
    return warnings
  } catch (error) {
    throw explained(error, new URL(url))
  } finally {
    await client.end()
  }
}

function explained(error: unknown, { host, pathname, username }: URL): unknown {
  if (error instanceof StartError) return error
  // Drizzle wraps the driver’s error.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const reason = cause instanceof Error ? cause.message || code : String(cause)
  if (/^(E[A-Z]+|28\w{3}|3D000)$/.test(code)) {
    return new StartError(
      `データベースに接続できません: ${host}${pathname}\n(cannot connect; check DATABASE_URL: ${reason})`,
      { cause },
    )
  }
  if (code === '42501') {
    return new StartError(
      `データベースを準備する権限がありません (${reason})。データベースの管理者として次を一度実行してください:\n` +
        `  CREATE ROLE kenshin_app NOLOGIN;\n  GRANT kenshin_app TO ${username || 'CURRENT_USER'};\n` +
        '(the user of DATABASE_URL must own the database, and either have CREATEROLE or be a member of kenshin_app)',
      { cause },
    )
  }
  return error
}
