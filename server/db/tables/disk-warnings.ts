import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Warnings of little disk space that were mailed; deleted when the volume has recovered. */
export const diskWarnings = pgTable(
  'disk_warnings',
  {
    volume: text().$type<'database' | 'pictures'>().notNull(),
    state: text().$type<'low' | 'full'>().notNull(),
    at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.volume, table.state] }),
    check('disk_warnings_volume', sql`${table.volume} in ('database', 'pictures')`),
    check('disk_warnings_state', sql`${table.state} in ('low', 'full')`),
  ],
).enableRLS()

/**
 * The last picture that the bucket, or a quota of the file system, refused for lack of space: one row, deleted when it has
 * recovered.
 */
export const bucketRefusals = pgTable(
  'bucket_refusals',
  {
    isOnly: boolean().primaryKey().default(true),
    /** The name of the error, such as `QuotaExceeded` of a service or `EDQUOT` of a file system. */
    reason: text().notNull(),
    at: instant().notNull(),
    /** When system administrators were mailed, or null. */
    announcedAt: instant(),
  },
  (table) => [check('bucket_refusals_only', sql`${table.isOnly}`)],
).enableRLS()
