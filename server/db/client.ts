import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { type ExtractTablesWithRelations, type SQL, sql } from 'drizzle-orm'
import { drizzle, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect, type PreparedQueryConfig } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { createLimiter, type Limiter } from '../limiter.ts'
import type { Log } from '../log.ts'
import { appRoleUrl } from './app-role.ts'

type Schema = Record<string, never>
export type Tx = NodePgTransaction<Schema, ExtractTablesWithRelations<Schema>>
/** The database refuses to write in a transaction that only reads, and nobody waits for the end of it. */
type Access = 'read write' | 'read only'

/** The text is the same wherever the name is. */
interface Statement {
  name: string
  text: string
  values: unknown[]
}

/** Every way to the database is a transaction that is handed down; there is no handle outside one. */
export interface Database {
  /**
   * As `kenshin_app`: sees and writes rows of this organization only; `userId` null: nobody in person. `share`: whose
   * connection it is. Who has a turn of `heavyQueries` names the owner of that, and so gets a connection also where the
   * organization has used up its own: others wait for the turn.
   */
  inOrganization<T>(
    organizationId: number,
    userId: number | null,
    work: (tx: Tx) => Promise<T>,
    access?: Access,
    share?: string,
  ): Promise<T>
  /**
   * As `kenshin_app` on one unchanging view of the organization’s rows, to read for as long as somebody takes them,
   * on a connection that calls do not wait for. The signal also stops a query that is under way. Of one organization two
   * at a time; a third is refused.
   */
  inSnapshot<T>(
    organizationId: number,
    userId: number | null,
    signal: AbortSignal,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T>
  /** As the owner, past row-level security: sessions, jobs, seeding. */
  asSystem<T>(work: (tx: Tx) => Promise<T>, access?: Access): Promise<T>
  /** One statement as the owner that each connection plans once: for what every call asks. */
  querySystem<Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]>
  /** For queries that keep a processor busy for long, so that those of one organization leave others theirs. */
  heavyQueries: Limiter
  /** Rejects while the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

const limits = {
  max: 10,
  connectionTimeoutMillis: 10_000,
  statement_timeout: 60_000,
  idle_in_transaction_session_timeout: 60_000,
}

/** Milliseconds that a call waits for rows that another holds: meanwhile it keeps a connection from others. */
const lockTimeout = 5_000
const maxWaiting = { maxWaitingPerOwner: 100, retryAfter: 5 }
/** Of the connections of calls, so that no organization keeps the others from theirs. */
const connectionLimits = { total: limits.max, perOwner: 5, ...maxWaiting }
/** One processor is left to the answers and to short queries. */
const heavyLimits = { total: Math.max(1, availableParallelism() - 1), perOwner: 1, ...maxWaiting }
/** Milliseconds that a call waits for its turn. */
export const queueTimeout = 10_000
/** Else one query would take several processors. */
const options = '-c max_parallel_workers_per_gather=0'

/** A file of a million rows takes its receiver minutes, who may pause; few are written at a time. */
const longLimits = {
  ...limits,
  max: 6,
  connectionTimeoutMillis: 30_000,
  statement_timeout: 600_000,
  idle_in_transaction_session_timeout: 600_000,
}

/** Nobody waits for the others of the organization: their receivers may be slow. */
const snapshotLimits = { total: Number.POSITIVE_INFINITY, perOwner: 2, maxWaitingPerOwner: 0, retryAfter: 30 }

/** `callsUrl`: where calls sign in, if not where it follows from the owner’s address. */
export function connect(url: string, log: Log, callsUrl = appRoleUrl(url)): Database {
  const open = (connectionString: string, more: pg.PoolConfig) => {
    const pool = new pg.Pool({ connectionString, ...more })
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
    // One that breaks in use fails its query, and then says so itself: the same holds.
    pool.on('connect', (client) =>
      client.on('error', (error) => log.warn({ err: error }, 'database connection lost')),
    )
    return pool
  }
  const calls = open(callsUrl, { ...limits, lock_timeout: lockTimeout, options, pipeline: true })
  const system = open(url, { ...limits, pipeline: true })
  const long = open(callsUrl, { ...longLimits, options })
  const longHandle = drizzle(long, { casing: 'snake_case' })
  const connections = createLimiter(connectionLimits)
  const snapshots = createLimiter(snapshotLimits)
  let key: Promise<string> | undefined
  const findKey = async () => {
    const { rows } = await system.query<{ key: string }>('select key from call_keys')
    const [found] = rows
    if (found === undefined) throw new Error('the database has no key of calls')
    return found.key
  }
  const entryOf = async (organizationId: number, userId: number | null): Promise<Entry> => {
    key ??= findKey()
    try {
      return entering(await key, organizationId, userId)
    } catch (error) {
      key = undefined
      throw error
    }
  }
  return {
    async inOrganization(organizationId, userId, work, access = 'read write', share) {
      return connections.run({ owner: share ?? organizationId, timeout: queueTimeout }, async () =>
        transact(calls, work, access, await entryOf(organizationId, userId)),
      )
    },
    async inSnapshot(organizationId, userId, signal, work) {
      const { settings } = await entryOf(organizationId, userId)
      const read = () =>
        longHandle.transaction(
          async (tx) => {
            signal.throwIfAborted()
            await tx.execute(sql.raw(forget))
            const { rows } = await tx.execute<{ pid: number }>(
              sql`select ${settings}, pg_backend_pid() as pid`,
            )
            let cancelled: Promise<unknown> | undefined
            const cancel = () => {
              cancelled = system
                .query('select pg_cancel_backend($1)', [rows[0]?.pid])
                .catch((error: unknown) => log.warn({ err: error }, 'a query could not be stopped'))
            }
            signal.addEventListener('abort', cancel)
            try {
              return await work(tx)
            } finally {
              signal.removeEventListener('abort', cancel)
              // Else it could stop what the connection is used for next.
              await cancelled
            }
          },
          { isolationLevel: 'repeatable read', accessMode: 'read only' },
        )
      return snapshots.run({ owner: organizationId }, read)
    },
    asSystem: (work, access = 'read write') => transact(system, work, access),
    async querySystem<Row extends pg.QueryResultRow>(statement: Statement) {
      const { rows } = await system.query<Row>(statement)
      return rows
    },
    heavyQueries: createLimiter(heavyLimits),
    async ping() {
      await system.query('select 1')
    },
    async close() {
      await Promise.all([calls.end(), system.end(), long.end()])
    },
  }
}

/** What an earlier transaction of the connection has set for longer than itself. */
const forget = 'reset all'

interface Entry {
  settings: SQL
  query: pg.QueryConfig
}

/**
 * Enters an organization until the transaction ends; outside one a connection of calls sees no row and writes none. As
 * parameters: other calls may see what is asked at the moment, but not with what.
 */
function entering(key: string, organizationId: number, userId: number | null): Entry {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const organization = String(organizationId)
  // As `organization_of_call` makes it, in the database.
  const proof = hash(key + hash(key + organization))
  const settings = sql`set_config('app.organization_id', ${organization}, true),
    set_config('app.organization_proof', ${proof}, true), set_config('app.user_id', ${String(userId ?? '')}, true)`
  const { sql: text, params: values } = dialect.sqlToQuery(sql`select ${settings}`)
  return { settings, query: { text, values } }
}

const dialect = new PgDialect({ casing: 'snake_case' })

/** Names of statements that connections have planned, by their text. */
const planned = new Map<string, string>()
const maxPlanned = 200

/**
 * Rows of a statement that each connection plans once, where planning it would take as long as answering it: one whose
 * text is mostly the same. Numbers that decide on the plan, such as a limit, stand in the text.
 */
export async function executePrepared<Row extends Record<string, unknown>>(
  tx: Tx,
  query: SQL,
): Promise<Row[]> {
  const asked = dialect.sqlToQuery(query)
  if (!planned.has(asked.sql) && planned.size < maxPlanned) planned.set(asked.sql, `planned_${planned.size}`)
  const statement = tx._.session.prepareQuery<PreparedQueryConfig & { execute: pg.QueryResult<Row> }>(
    asked,
    undefined,
    planned.get(asked.sql),
    false,
  )
  return (await statement.execute()).rows
}

/**
 * One transaction on a connection of its own. Where it enters an organization, its beginning and what the work asks
 * first travel together: the database takes them in order, and refuses the rest where the beginning failed. Nothing
 * would be refused to the owner, whose work waits.
 */
async function transact<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  access: Access,
  entry?: Entry,
): Promise<T> {
  const client = await pool.connect()
  const { stream } = client.connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  const begun = Promise.all([
    client.query(entry === undefined ? `begin ${access}` : `${forget}; begin ${access}`),
    entry && client.query(entry.query),
  ])
  // Told below, also where the work never gets to ask anything.
  begun.catch(() => {})
  const release = (error?: Error) => client.release(error)
  try {
    if (entry === undefined) await begun
    const result = await work(
      new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined), undefined),
    )
    await begun
    const end = () => client.query('commit').then(() => release(), release)
    if (access === 'read only') setImmediate(end)
    else {
      const { command } = await client.query('commit')
      // What the database answers where a failure was passed over: nothing of the transaction is kept.
      if (command !== 'COMMIT') throw new Error('a transaction with a failed query cannot be committed')
      release()
    }
    return result
  } catch (error) {
    const cause = await begun.then(
      () => error,
      (first: unknown) => first,
    )
    await client.query('rollback').then(() => release(), release)
    throw cause
  }
}
