import { pgTable, smallint, text } from 'drizzle-orm/pg-core'
import type { CategoryType } from '../../../contract/categories.ts'
import { rowId } from './columns.ts'

export const categories = pgTable('categories', {
  id: rowId(),
  name: text().notNull(),
  type: smallint().$type<CategoryType>().notNull(),
  icon: text(),
  status: smallint().$type<0 | 1>().notNull().default(0),
  description: text().notNull().default(''),
})

export const units = pgTable('units', { id: rowId(), name: text().notNull().unique() })
