import { asc } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { categories } from '../../db/schema.ts'

export const listCategories = (tx: Tx) => tx.select().from(categories).orderBy(asc(categories.id))
