import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from '../deps.ts'
import { applicationRole } from './tables/columns.ts'

type Handle = NodePgDatabase<Record<string, never>>
export type Tx = Parameters<Parameters<Handle['transaction']>[0]>[0]

/** Every way to the database is a transaction that is handed down; there is no handle outside one. */
export interface Database {
  /** As `kenshin_app`: sees and writes rows of this organization only; `userId` null: nobody in person. */
  inOrganization<T>(organizationId: number, userId: number | null, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * As `kenshin_app` on one unchanging view of the organization’s rows, to read for as long as somebody takes them,
   * on a connection that calls do not wait for. The signal also stops a query that is under way.
   */
  inSnapshot<T>(
    organizationId: number,
    userId: number | null,
    signal: AbortSignal,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T>
  /** As the owner, past row-level security: sessions, jobs, seeding. */
  asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>
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

/** A file of a million rows takes its receiver minutes, who may pause; few are written at a time. */
const longLimits = {
  ...limits,
  max: 3,
  connectionTimeoutMillis: 30_000,
  statement_timeout: 600_000,
  idle_in_transaction_session_timeout: 600_000,
}

export function connect(url: string, log: Log): Database {
  const open = (limited: typeof limits = limits) => {
    const pool = new pg.Pool({ connectionString: url, ...limited })
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
    // One that breaks in use fails its query, and then says so itself: the same holds.
    pool.on('connect', (client) =>
      client.on('error', (error) => log.warn({ err: error }, 'database connection lost')),
    )
    return pool
  }
  // Two pools: a call inside an organization may need the system's view while it holds its own connection,
  // and with one pool as many such calls as connections would wait for each other.
  const calls = open()
  const system = open()
  const long = open(longLimits)
  const callHandle = drizzle(calls, { casing: 'snake_case' })
  const longHandle = drizzle(long, { casing: 'snake_case' })
  const systemHandle = drizzle(system, { casing: 'snake_case' })
  const enter = (tx: Tx, organizationId: number, userId: number | null) =>
    tx.execute<{ pid: number }>(sql`select
      pg_backend_pid() as pid,
      set_config('role', ${applicationRole.name}, true),
      set_config('app.organization_id', ${String(organizationId)}, true),
      set_config('app.user_id', ${String(userId ?? '')}, true)`)
  return {
    inOrganization: (organizationId, userId, work) =>
      callHandle.transaction(async (tx) => {
        await enter(tx, organizationId, userId)
        return work(tx)
      }),
    inSnapshot: (organizationId, userId, signal, work) =>
      longHandle.transaction(
        async (tx) => {
          signal.throwIfAborted()
          const { rows } = await enter(tx, organizationId, userId)
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
      ),
    asSystem: (work) => systemHandle.transaction(work),
    async ping() {
      await system.query('select 1')
    },
    async close() {
      await Promise.all([calls.end(), system.end(), long.end()])
    },
  }
}
