import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { damaged, type Manifest, names } from './manifest.ts'

type Table = Manifest['tables'][number]

const quoted = pg.escapeIdentifier
const pathOf = (folder: string, table: string) => join(folder, names.tables, `${table}.copy.gz`)

/** Columns of each table that rows are written to. */
async function findTables(client: pg.Client): Promise<Pick<Table, 'name' | 'columns'>[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`)
  return rows
}

/** Writes all tables as the transaction under way sees them. */
export async function writeTables(client: pg.Client, folder: string): Promise<Table[]> {
  const written: Table[] = []
  for (const { name, columns } of await findTables(client)) {
    const rows = client.query(copyTo(`copy ${listed(name, columns)} to stdout`))
    const hash = createHash('sha256')
    await pipeline(
      rows,
      createGzip({ level: 1 }),
      passedBy(hash),
      createWriteStream(pathOf(folder, name), { mode: 0o600, flush: true }),
    )
    written.push({ name, columns, rows: rows.rowCount, sha256: hash.digest('hex') })
  }
  return written
}

/** Not part of any snapshot: at least what the tables hold. */
export async function findSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/**
 * Replaces the content of all tables within the transaction under way. Triggers are off, since what they would derive
 * is in the backup as well. Foreign keys are made anew behind the last row, which checks them. Limits that apply to new
 * rows only (`NOT VALID`) are made anew as well, without a check.
 */
export async function readTables(
  client: pg.Client,
  folder: string,
  { tables, sequences }: Manifest,
): Promise<void> {
  const all = (await findTables(client)).map(({ name }) => quoted(name))
  const { rows: keys } = await client.query<Record<'owner' | 'name' | 'definition', string>>(
    `select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where (contype = 'f' or not convalidated) and connamespace = 'public'::regnamespace`,
  )
  for (const table of all) await client.query(`alter table ${table} disable trigger user`)
  await client.query(`truncate ${all.join(', ')}`)
  for (const { owner, name } of keys) {
    await client.query(`alter table ${owner} drop constraint ${quoted(name)}`)
  }
  for (const table of tables) await readTable(client, folder, table)
  for (const { owner, name, definition } of keys) {
    await client.query(`alter table ${owner} add constraint ${quoted(name)} ${definition}`)
  }
  for (const table of all) await client.query(`alter table ${table} enable trigger user`)
  for (const [name, last] of Object.entries(sequences)) {
    await client.query('select setval($1::regclass, $2)', [quoted(name), last])
  }
}

async function readTable(client: pg.Client, folder: string, table: Table): Promise<void> {
  const path = pathOf(folder, table.name)
  const hash = createHash('sha256')
  const rows = client.query(copyFrom(`copy ${listed(table.name, table.columns)} from stdin`))
  await pipeline(createReadStream(path), passedBy(hash), createGunzip(), rows)
  if (hash.digest('hex') !== table.sha256 || rows.rowCount !== table.rows) throw damaged(path)
}

const listed = (name: string, columns: string[]) => `${quoted(name)} (${columns.map(quoted).join(', ')})`

/** Hashes what passes. */
const passedBy = (hash: ReturnType<typeof createHash>) =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
