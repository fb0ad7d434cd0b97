import { sql } from 'drizzle-orm'
import { check, foreignKey, integer, pgTable } from 'drizzle-orm/pg-core'
import { instant, ownRows, reference } from './columns.ts'
import { meters } from './meters.ts'

/** A meter whose readings are being judged by a changed abnormal range, newest first. Deleted when all are judged. */
export const rejudgements = pgTable(
  'rejudgements',
  {
    meterId: reference().primaryKey(),
    organizationId: reference().notNull(),
    /** Readings when the range was changed, and how many of them are judged. */
    total: integer().notNull(),
    done: integer().notNull().default(0),
    /** The earliest judged reading; all before it are left. Null: none is judged. */
    judgedAt: instant(),
    judgedId: reference(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.meterId],
      foreignColumns: [meters.organizationId, meters.id],
    }),
    check('rejudgements_judged', sql`(${table.judgedAt} is null) = (${table.judgedId} is null)`),
    ownRows(table.organizationId),
  ],
)
