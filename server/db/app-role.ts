import { createHash, createHmac, pbkdf2Sync, randomBytes, randomInt } from 'node:crypto'
import pg from 'pg'
import { StartError } from '../env.ts'
import { applicationRole } from './tables/columns.ts'

const role = applicationRole.name

/**
 * Where calls connect as `kenshin_app`. The password is derived from the owner’s, so that every server knows it; an
 * owner without a password (trust, peer) needs none.
 */
export function appRoleUrl(url: string): string {
  const address = new URL(url)
  const owners = address.searchParams.get('password') ?? decodeURIComponent(address.password)
  address.password = ''
  // Query parameters take precedence over the host part, which a socket does not have.
  address.searchParams.set('user', role)
  address.searchParams.delete('password')
  if (owners !== '') address.searchParams.set('password', passwordOf(owners))
  return address.href
}

const passwordOf = (owners: string) =>
  createHmac('sha256', owners).update('kenshin/sign-in of calls').digest('base64url')

/**
 * Lets `kenshin_app` log in and revokes what no call needs. `owner` holds the migration lock; `given`: a connection set
 * up by somebody else.
 */
export async function enableAppRole(owner: pg.Client, url: string, given: string | undefined): Promise<void> {
  const database = pg.escapeIdentifier(owner.database ?? '')
  await owner.query(`grant connect on database ${database} to ${role}`)
  await owner.query(`revoke temporary on database ${database} from public`)
  const address = given ?? appRoleUrl(url)
  // Proves that both are connected to the same database; a copy of it has the same rows.
  const shown = randomInt(1, 2 ** 31)
  await owner.query('select pg_advisory_lock($1)', [shown])
  const first = await tryConnect(address, shown)
  if (first === null) return
  if (first instanceof StartError) throw first
  if (given !== undefined) throw explained(first, given)
  const elsewhere = await owner.query(
    'select from pg_stat_activity where usename = $1 and datname <> current_database() limit 1',
    [role],
  )
  // The password belongs to the whole cluster: another installation would be locked out.
  if (elsewhere.rowCount !== 0) throw explained(first, url)
  await owner.query(alteration(address)).catch((error: unknown) => {
    throw explained(error, url)
  })
  const second = await tryConnect(address, shown)
  if (second !== null) throw explained(second, url)
}

/** Why calls cannot log in; null: they can. `shown`: an advisory lock that the owner holds. */
async function tryConnect(address: string, shown: number): Promise<unknown> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 30_000 })
  try {
    await client.connect()
    const { rows } = await client.query<
      Record<'bypassesPolicies' | 'same' | 'temporary', boolean> & { name: string }
    >(
      `select session_user as name, rolsuper or rolbypassrls as "bypassesPolicies",
        exists (
          select from pg_locks join pg_database on pg_database.oid = database
          where locktype = 'advisory' and datname = current_database() and classid = 0 and objid = $1 and granted
        ) as same,
        has_database_privilege(current_database(), 'temporary') as temporary
      from pg_roles where rolname = session_user`,
      [shown],
    )
    const [found] = rows
    if (found?.name !== role) return new Error(`signed in as ${found?.name}`)
    if (!found.same) return otherDatabase(address)
    if (found.bypassesPolicies) return new Error(`${role} can step past row-level security`)
    return found.temporary ? new Error(`${role} may make temporary tables`) : null
  } catch (error) {
    return error
  } finally {
    await client.end().catch(() => {})
  }
}

function otherDatabase(address: string): StartError {
  const { host, pathname } = new URL(address)
  return new StartError(
    `DATABASE_APP_URL が DATABASE_URL とは別のデータベースを指しています: ${host}${pathname}\n` +
      '同じデータベースを指すように設定してください。\n' +
      '(DATABASE_APP_URL leads to another database than DATABASE_URL)',
  )
}

/** As a SCRAM verifier (RFC 5803): the statement may be logged. */
function alteration(address: string): string {
  const password = new URL(address).searchParams.get('password')
  if (password === null) return `alter role ${role} login`
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, 4096, 32, 'sha256')
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  const verifier = `SCRAM-SHA-256$4096:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`
  return `alter role ${role} login password '${verifier}'`
}

function explained(cause: unknown, url: string): StartError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const { host, pathname } = new URL(url)
  return new StartError(
    `ロール ${role} でデータベースにサインインできません (${reason})。データベースの管理者として次を一度実行し、\n` +
      `  ALTER ROLE ${role} LOGIN PASSWORD '…';\n  REVOKE TEMPORARY ON DATABASE … FROM PUBLIC;\n` +
      `そのパスワードで DATABASE_APP_URL を設定してください: postgres://${role}:…@${host}${pathname}\n` +
      `(calls sign in as ${role}: the user of DATABASE_URL must own the database and be able to alter that role, which no other ` +
      'installation on the same cluster uses; or set DATABASE_APP_URL)',
    { cause },
  )
}
