import { sql } from 'drizzle-orm'
import { check, doublePrecision, pgPolicy, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { type CategoryType, initialChangeLimits } from '../../../contract/categories.ts'
import { applicationRole, bytes, createdAt, rowId, updatedAt } from './columns.ts'

/** Icons of meter categories, by their SHA-256. Of no organization: everybody reads them. */
export const categoryIcons = pgTable(
  'category_icons',
  {
    sha256: text().primaryKey(),
    mediaType: text().notNull(),
    bytes: bytes().notNull(),
    createdAt: createdAt(),
  },
  () => [pgPolicy('everybody_reads', { for: 'select', to: applicationRole, using: sql`true` })],
)

export const categories = pgTable(
  'categories',
  {
    id: rowId(),
    name: text().notNull(),
    type: smallint().$type<CategoryType>().notNull(),
    /** SHA-256 of an icon of its own; null: the type’s. */
    icon: text().references(() => categoryIcons.sha256),
    /** 0 active, 1 disabled: what has it keeps it, and nothing new chooses it. */
    status: smallint().$type<0 | 1>().notNull().default(0),
    description: text().notNull().default(''),
    /** Per cent and quantity a day by which usages may differ before a closing looks at them. */
    changePercent: smallint().notNull().default(initialChangeLimits.percent),
    changeLeast: doublePrecision().notNull().default(initialChangeLimits.least),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('categories_type', sql`${table.type} in (0, 1, 2, 3, 4, 5, 6, 7, 99)`),
    check('categories_status', sql`${table.status} in (0, 1)`),
    check('categories_change_percent', sql`${table.changePercent} between 1 and 1000`),
    check('categories_change_least', sql`${table.changeLeast} between 0 and 1000000`),
  ],
)

export const units = pgTable(
  'units',
  {
    id: rowId(),
    name: text().notNull().unique(),
    /** As of categories. */
    status: smallint().$type<0 | 1>().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [check('units_status', sql`${table.status} in (0, 1)`)],
)
