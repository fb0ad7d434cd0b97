import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from '../deps.ts'

/** The role that people's calls run as: no bypass of row-level security, no ownership. */
export const applicationRole = 'kenshin_app'

type Handle = NodePgDatabase<Record<string, never>>
export type Tx = Parameters<Parameters<Handle['transaction']>[0]>[0]

/** Every way to the database is a transaction that is handed down; there is no handle outside one. */
export interface Database {
  /** As `kenshin_app`: sees and writes rows of this organization only. */
  inOrganization<T>(organizationId: number, work: (tx: Tx) => Promise<T>): Promise<T>
  /** As the owner, past row-level security: sessions, jobs, seeding. */
  asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Rejects while the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

export function connect(url: string, log: Log): Database {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
  const handle = drizzle(pool, { casing: 'snake_case' })
  return {
    inOrganization: (organizationId, work) =>
      handle.transaction(async (tx) => {
        await tx.execute(sql`select
          set_config('role', ${applicationRole}, true),
          set_config('app.organization_id', ${String(organizationId)}, true)`)
        return work(tx)
      }),
    asSystem: (work) => handle.transaction(work),
    async ping() {
      await pool.query('select 1')
    },
    close: () => pool.end(),
  }
}
