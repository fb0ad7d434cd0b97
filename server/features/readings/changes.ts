import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ReadingChange } from '../../../contract/readings.ts'
import { Failure } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { readingChanges, readings, users } from '../../db/schema.ts'
import type { Presenter } from '../../presenter.ts'

const kept = z.object({ value: z.number().nullable() })

/** What people did to a reading, newest first; also to one that was deleted since. */
export async function changesOf(
  tx: Tx,
  organizationId: number,
  id: number,
  present: Presenter,
): Promise<ReadingChange[]> {
  const found = await tx
    .select({ id: readings.id })
    .from(readings)
    .where(and(eq(readings.organizationId, organizationId), eq(readings.id, id)))
  if (found.length === 0) throw new Failure('not_found')
  const rows = await tx
    .select({ change: readingChanges, user: sql<string>`coalesce(${users.username}, '')` })
    .from(readingChanges)
    // A colleague who has left the organization is not seen by it any more.
    .leftJoin(users, eq(users.id, readingChanges.userId))
    .where(and(eq(readingChanges.organizationId, organizationId), eq(readingChanges.readingId, id)))
    .orderBy(desc(readingChanges.at), desc(readingChanges.id))
  return rows.map(({ change, user }) => ({
    id: change.id,
    at: present.instant(change.at),
    user,
    action: change.action,
    before: kept.parse(change.before),
    after: change.action === 'delete' ? null : kept.parse(change.after),
  }))
}
