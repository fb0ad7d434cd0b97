import { sql } from 'drizzle-orm'
import { check, doublePrecision, foreignKey, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, ownRows, reference, rowId } from './columns.ts'
import { pictures } from './pictures.ts'
import { readings } from './readings.ts'

/** Calls of a vision model («AI boost»), failed ones too. Rows are never deleted. */
export const llmUsageLogs = pgTable(
  'llm_usage_logs',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    /** Null, as the picture: deleted by a data initialisation. */
    readingId: reference(),
    pictureSha256: text(),
    provider: text().notNull(),
    model: text().notNull(),
    systemPrompt: text().notNull(),
    userPrompt: text().notNull(),
    status: text().$type<'success' | 'error'>().notNull(),
    /** What the model answered, cut to a few thousand characters. */
    answer: text(),
    /** Why it failed, or why its value did not count. */
    reason: text(),
    inputTokens: integer(),
    outputTokens: integer(),
    /** In the currency of the configured prices. */
    cost: doublePrecision(),
    /** Milliseconds. */
    duration: integer().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.readingId],
      foreignColumns: [readings.organizationId, readings.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.pictureSha256],
      foreignColumns: [pictures.organizationId, pictures.sha256],
    }),
    index('llm_usage_logs_of_organization').on(table.organizationId, table.createdAt, table.id),
    index('llm_usage_logs_of_reading').on(table.readingId).where(sql`${table.readingId} is not null`),
    // Whether a picture is still named.
    index('llm_usage_logs_of_picture')
      .on(table.organizationId, table.pictureSha256)
      .where(sql`${table.pictureSha256} is not null`),
    check('llm_usage_logs_duration', sql`${table.duration} >= 0`),
    ownRows(table.organizationId),
  ],
)
