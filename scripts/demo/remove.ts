import pg from 'pg'
import { role } from '../../contract/access.ts'
import { StartError } from '../../server/env.ts'
import { organizationId } from './insert.ts'
import { company } from './people.ts'

interface Removed {
  organizationId: number
  name: string
  meters: number
  /** Members who belong to no other organization. */
  users: number
}

/**
 * Deletes the demonstration's organization, every row that belongs to it, and the accounts that belong to no other
 * organization, in one transaction. Without `isConfirmed` it only counts. Rejects with a StartError if there is no
 * demonstration, or if nobody could administer the organizations that remain. The server must be stopped.
 */
export async function removeDemonstration(databaseUrl: string, isConfirmed: boolean): Promise<Removed> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'kenshin-remove-demo' })
  await client.connect()
  try {
    await client.query('begin')
    const removed = await count(client)
    await assertSystemAdministratorRemains(client)
    await deleteRows(client)
    await client.query(isConfirmed ? 'commit' : 'rollback')
    return removed
  } finally {
    await client.end()
  }
}

/** Rejects with a StartError while a server is connected to the database. */
export async function assertNoServer(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'kenshin-remove-demo' })
  await client.connect()
  try {
    // A running server always has this connection, which listens for changes.
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'kenshin-events'`,
    )
    if (rowCount !== 0)
      throw new StartError(
        'サーバーがこのデータベースに接続しています。停止してから実行してください。\n' +
          '(a server is connected to this database; stop it first)',
      )
  } finally {
    await client.end()
  }
}

async function count(client: pg.Client): Promise<Removed> {
  const { rows } = await client.query<Omit<Removed, 'organizationId'>>(
    `select name,
      (select count(*)::int from meters where organization_id = $1) as meters,
      (select count(*)::int from memberships m where organization_id = $1 and not exists (
        select from memberships other where other.user_id = m.user_id and other.organization_id <> $1)) as users
    from organizations where id = $1 and code = $2`,
    [organizationId, company.code],
  )
  const [found] = rows
  if (found === undefined) throw new StartError('デモの組織はありません (there is no demonstration)')
  return { organizationId, ...found }
}

async function assertSystemAdministratorRemains(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ others: number; administrators: number }>(
    `select (select count(*)::int from organizations where id <> $1) as others,
      (select count(*)::int from memberships join organizations o on o.id = organization_id
        where role = $2 and o.id <> $1 and status = 0 and (expire_at is null or expire_at > now())) as administrators`,
    [organizationId, role.system],
  )
  const [state] = rows
  if (state === undefined || state.others === 0 || state.administrators > 0) return
  throw new StartError(
    '他の組織にシステム管理者がいません。先に登録してから実行してください。\n' +
      '(no other active organization has a system administrator, so nobody could manage the organizations)',
  )
}

async function deleteRows(client: pg.Client): Promise<void> {
  const tables = await tablesDependentsFirst(client)
  // Triggers would maintain rollups of rows that are deleted as well, and refuse changes of the audit log.
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  const members = await client.query<{ id: string }>(
    'select user_id as id from memberships where organization_id = $1',
    [organizationId],
  )
  for (const table of tables)
    await client.query(`delete from ${table} where organization_id = $1`, [organizationId])
  await client.query('delete from organizations where id = $1', [organizationId])
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  for (const { id } of members.rows) await deleteAccount(client, id)
  const { rows } = await client.query(`select to_regclass('pgboss.job') is not null as has_queue`)
  if (rows[0]?.has_queue === true) {
    const ofOrganization = `data ->> 'organizationId' = $1`
    await client.query(`delete from pgboss.job where ${ofOrganization}`, [String(organizationId)])
  }
}

/** Keeps an account that other organizations' rows name, such as in their audit log; without a membership it is unusable. */
async function deleteAccount(client: pg.Client, id: string): Promise<void> {
  await client.query('savepoint account')
  try {
    await client.query(
      'delete from users where id = $1 and not exists (select from memberships where user_id = $1)',
      [id],
    )
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === '23503')) throw error
    await client.query('rollback to savepoint account')
  }
}

/** Returns the tables with rows of organizations, each before the tables that it references. */
async function tablesDependentsFirst(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; references: string[] }>(
    `select c.oid::regclass::text as name, array(
        select distinct confrelid::regclass::text from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as references
    from pg_class c
    where relnamespace = 'public'::regnamespace and relkind = 'r' and exists (
      select from pg_attribute where attrelid = c.oid and attname = 'organization_id' and not attisdropped)
    order by 1`,
  )
  const ordered: string[] = []
  let left = rows
  while (left.length > 0) {
    const referenced = new Set(left.flatMap((table) => table.references))
    const free = left.filter(({ name }) => !referenced.has(name))
    if (free.length === 0) throw new Error('tables reference each other in a circle')
    ordered.push(...free.map(({ name }) => name))
    left = left.filter(({ name }) => referenced.has(name))
  }
  return ordered
}
