import { sql } from 'drizzle-orm'
import { check, foreignKey, integer, pgTable } from 'drizzle-orm/pg-core'
import { instant, ownRows, reference } from './columns.ts'
import { meters } from './meters.ts'

/**
 * A meter whose abnormal range was changed and whose readings are still being judged by it, newest first. The row
 * says how far that has come; it goes when all are judged.
 */
export const rejudgements = pgTable(
  'rejudgements',
  {
    meterId: reference().primaryKey(),
    organizationId: reference().notNull(),
    /** How many readings there were when the range was changed, and how many of them have been judged. */
    total: integer().notNull(),
    done: integer().notNull().default(0),
    /** The earliest reading that has been judged; all before it are left. Null: none has. */
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
