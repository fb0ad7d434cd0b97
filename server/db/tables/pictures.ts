import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, ownRows, reference } from './columns.ts'
import { organizations } from './organizations.ts'

/** Bytes in storage; equal bytes of an organization have one row. */
export const pictures = pgTable(
  'pictures',
  {
    organizationId: reference()
      .notNull()
      .references(() => organizations.id),
    sha256: text().notNull(),
    mediaType: text().notNull(),
    length: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: createdAt(),
    /** When retention removed the original from storage; its thumbnail stays. */
    originalDeletedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.sha256] }),
    // Finds originals that are due for retention.
    index('pictures_with_original')
      .on(table.organizationId, table.createdAt)
      .where(sql`${table.originalDeletedAt} is null`),
    ownRows(table.organizationId),
  ],
)
