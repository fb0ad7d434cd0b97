import { asc, eq } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { inspections } from '../../db/schema.ts'

export type InspectionRow = typeof inspections.$inferSelect

export const listInspections = (tx: Tx, organizationId: number) =>
  tx
    .select()
    .from(inspections)
    .where(eq(inspections.organizationId, organizationId))
    .orderBy(asc(inspections.name), asc(inspections.id))
