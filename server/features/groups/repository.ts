import { asc, eq } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { groups } from '../../db/schema.ts'

export type GroupRow = typeof groups.$inferSelect

export const listGroups = (tx: Tx, organizationId: number) =>
  tx
    .select()
    .from(groups)
    .where(eq(groups.organizationId, organizationId))
    .orderBy(asc(groups.name), asc(groups.id))
