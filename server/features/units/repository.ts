import { asc } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { units } from '../../db/schema.ts'

export const listUnits = (tx: Tx) => tx.select().from(units).orderBy(asc(units.id))
