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

export function connect(url: string, log: Log): Database {
  const open = () => {
    const pool = new pg.Pool({ connectionString: url, ...limits })
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
    return pool
  }
  // Two pools: a call inside an organization may need the system's view while it holds its own connection,
  // and with one pool as many such calls as connections would wait for each other.
  const calls = open()
  const system = open()
  const callHandle = drizzle(calls, { casing: 'snake_case' })
  const systemHandle = drizzle(system, { casing: 'snake_case' })
  return {
    inOrganization: (organizationId, userId, work) =>
      callHandle.transaction(async (tx) => {
        await tx.execute(sql`select
          set_config('role', ${applicationRole.name}, true),
          set_config('app.organization_id', ${String(organizationId)}, true),
          set_config('app.user_id', ${String(userId ?? '')}, true)`)
        return work(tx)
      }),
    asSystem: (work) => systemHandle.transaction(work),
    async ping() {
      await system.query('select 1')
    },
    async close() {
      await Promise.all([calls.end(), system.end()])
    },
  }
}
