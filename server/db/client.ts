import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { createLimiter, type Limiter } from '../limiter.ts'
import type { Log } from '../log.ts'
import { appRoleUrl } from './app-role.ts'

/** A transaction under way. Nested ones: `savepoint`. */
export interface Tx extends Omit<NodePgDatabase, 'transaction'> {
  readonly $client: pg.PoolClient
}
type Access = 'read write' | 'read only'

/** Every access to the database is a transaction that is passed down. */
export interface Database {
  /**
   * As `kenshin_app`: rows of this organization only; `userId` null: no user. `share`: whose connection it is, by
   * default the organization’s. Who holds a slot of `heavyQueries` names that slot’s owner, and so gets a connection
   * even where the organization has used up its own.
   */
  inOrganization<T>(
    organizationId: number,
    userId: number | null,
    work: (tx: Tx) => Promise<T>,
    access?: Access,
    share?: string,
  ): Promise<T>
  /**
   * As `kenshin_app`, reading one snapshot for as long as the receiver takes, on connections apart from those of calls.
   * The signal also cancels a running query. Two at a time per organization; a third is refused.
   */
  inSnapshot<T>(
    organizationId: number,
    userId: number | null,
    signal: AbortSignal,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T>
  /** As the owner, past row-level security: sessions, jobs, seeding. */
  asSystem<T>(work: (tx: Tx) => Promise<T>, access?: Access): Promise<T>
  /** One statement as the owner, without a transaction. */
  querySystem<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]>
  /** Slots for queries that keep a processor busy for long, shared out among organizations. */
  heavyQueries: Limiter
  /** Connections open, idle, and callers that wait for one. */
  connections(): { pool: 'calls' | 'system' | 'long'; open: number; idle: number; waiting: number }[]
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

/** Milliseconds that a call waits for a lock, holding a connection. */
const lockTimeout = 5_000
const maxWaiting = { maxWaitingPerOwner: 100, retryAfter: 5 }
const connectionLimits = { total: limits.max, perOwner: 5, ...maxWaiting }
/** One processor is left to calls and short queries. */
const heavyLimits = { total: Math.max(1, availableParallelism() - 1), perOwner: 1, ...maxWaiting }
/** Milliseconds that a call waits for a connection or a slot. */
export const queueTimeout = 10_000
/** Otherwise one query takes several processors. */
const options = '-c max_parallel_workers_per_gather=0'

/** A file of a million rows takes minutes, and its receiver may pause. */
const longLimits = {
  ...limits,
  max: 6,
  connectionTimeoutMillis: 30_000,
  statement_timeout: 600_000,
  idle_in_transaction_session_timeout: 600_000,
}

/** Nobody waits: receivers may be slow. */
const snapshotLimits = { total: Number.POSITIVE_INFINITY, perOwner: 2, maxWaitingPerOwner: 0, retryAfter: 30 }

/** `callsUrl`: where calls connect, if not derived from the owner’s URL. */
export function connect(url: string, log: Log, callsUrl = appRoleUrl(url)): Database {
  const open = (connectionString: string, more: pg.PoolConfig) => {
    const pool = new pg.Pool({ connectionString, pipeline: true, ...more })
    // The pool replaces an idle connection that breaks; without a listener the error would end the process.
    pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
    // The same for a connection in use, whose query fails as well.
    pool.on('connect', (client) =>
      client.on('error', (error) => log.warn({ err: error }, 'database connection lost')),
    )
    return pool
  }
  const calls = open(callsUrl, { ...limits, lock_timeout: lockTimeout, options })
  const system = open(url, limits)
  const long = open(callsUrl, { ...longLimits, options })
  const connections = createLimiter(connectionLimits)
  const snapshots = createLimiter(snapshotLimits)
  let key: Promise<string> | undefined
  const findKey = async () => {
    const { rows } = await system.query<{ key: string }>('select key from call_keys')
    const [found] = rows
    if (found === undefined) throw new Error('the database has no key of calls')
    return found.key
  }
  const settingsOf = async (organizationId: number, userId: number | null): Promise<pg.QueryConfig> => {
    key ??= findKey()
    try {
      return organizationSettings(await key, organizationId, userId)
    } catch (error) {
      key = undefined
      throw error
    }
  }
  return {
    async inOrganization(organizationId, userId, work, access = 'read write', share) {
      return connections.run({ owner: share ?? organizationId, timeout: queueTimeout }, async () =>
        transact(calls, access, await settingsOf(organizationId, userId), work),
      )
    },
    async inSnapshot(organizationId, userId, signal, work) {
      const settings = await settingsOf(organizationId, userId)
      const cancellable = async (tx: Tx) => {
        signal.throwIfAborted()
        const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
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
          // Otherwise it could cancel what the connection is used for next.
          await cancelled
        }
      }
      return snapshots.run({ owner: organizationId }, () =>
        transact(long, 'isolation level repeatable read, read only', settings, cancellable),
      )
    },
    asSystem: (work, access = 'read write') => transact(system, access, null, work),
    async querySystem<Row extends pg.QueryResultRow>(text: string, values: unknown[]) {
      const { rows } = await system.query<Row>(text, values)
      return rows
    },
    heavyQueries: createLimiter(heavyLimits),
    connections: () =>
      (Object.entries({ calls, system, long }) as ['calls' | 'system' | 'long', pg.Pool][]).map(
        ([pool, { totalCount, idleCount, waitingCount }]) => ({
          pool,
          open: totalCount,
          idle: idleCount,
          waiting: waitingCount,
        }),
      ),
    async ping() {
      await system.query('select 1')
    },
    async close() {
      await Promise.all([calls.end(), system.end(), long.end()])
    },
  }
}

/**
 * Enters an organization until the transaction ends; outside one a connection of calls reads and writes no row. As
 * parameters: other calls may see running statements, but not their parameters.
 */
function organizationSettings(key: string, organizationId: number, userId: number | null): pg.QueryConfig {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const organization = String(organizationId)
  // As `organization_of_call` computes it in the database.
  const proof = hash(key + hash(key + organization))
  return {
    text: `select set_config('app.organization_id', $1, true), set_config('app.organization_proof', $2, true),
      set_config('app.user_id', $3, true)`,
    values: [organization, proof, String(userId ?? '')],
  }
}

const handles = new WeakMap<pg.PoolClient, Tx>()

function handleOf(client: pg.PoolClient): Tx {
  const handle = handles.get(client) ?? drizzle(client, { casing: 'snake_case' })
  handles.set(client, handle)
  return handle
}

/**
 * One transaction on a connection of its own; `settings` enter an organization. Its beginning and the first queries of
 * the work travel together (decision 018): if the beginning fails, PostgreSQL refuses the rest. To the owner it would
 * refuse nothing, so the owner’s work waits.
 */
async function transact<T>(
  pool: pg.Pool,
  mode: string,
  settings: pg.QueryConfig | null,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const release = (error?: Error) => client.release(error)
  const begun =
    settings === null
      ? client.query(`begin ${mode}`)
      : // An earlier transaction may have set something for longer than itself.
        Promise.all([client.query(`reset all; begin ${mode}`), client.query(settings)])
  // Awaited below, even if the work queries nothing.
  begun.catch(() => {})
  try {
    if (settings === null) await begun
    const result = await work(handleOf(client))
    await begun
    const { command } = await client.query('commit')
    // PostgreSQL answers ROLLBACK where the work ignored a failed query: nothing was kept.
    if (command !== 'COMMIT') throw new Error('a transaction with a failed query cannot be committed')
    release()
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

const dialect = new PgDialect({ casing: 'snake_case' })

/** By text. */
const prepared = new Map<string, string>()
const maxPrepared = 200

/**
 * Rows of a statement that each connection prepares once, where planning takes as long as executing: one of few texts.
 * Values that decide on the plan, such as a limit, belong into the text.
 */
export async function executePrepared<Row extends pg.QueryResultRow>(tx: Tx, query: SQL): Promise<Row[]> {
  const { sql: text, params: values } = dialect.sqlToQuery(query)
  if (!prepared.has(text) && prepared.size < maxPrepared) prepared.set(text, `prepared_${prepared.size}`)
  const name = prepared.get(text)
  const { rows } = await tx.$client.query<Row>({ text, values, ...(name !== undefined && { name }) })
  return rows
}

/** Does something of which nothing is left, and returns its result. */
export async function undone<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`savepoint undone`)
  try {
    return await work()
  } finally {
    await tx.execute(sql`rollback to savepoint undone`)
  }
}

/** What fails within is rolled back alone. */
export async function savepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`savepoint within`)
  try {
    const result = await work()
    await tx.execute(sql`release savepoint within`)
    return result
  } catch (error) {
    await tx.execute(sql`rollback to savepoint within`)
    throw error
  }
}
