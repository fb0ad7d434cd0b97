import { and, count, eq } from 'drizzle-orm'
import type { Input } from '../../../contract/calls/endpoint.ts'
import type { llmUsageEndpoints } from '../../../contract/llm-usage.ts'
import type { Session } from '../../api/call.ts'
import { cursorPage } from '../../cursor.ts'
import type { Tx } from '../../db/client.ts'
import { llmUsageLogs, meters, pictures, readings } from '../../db/schema.ts'
import { contains } from '../../db/searchable.ts'
import { intervalOf } from '../../interval.ts'
import { createdWithin, isBehind, newestFirst } from '../../newest-first.ts'

type Query = Input<(typeof llmUsageEndpoints)['llmUsageLogs']>['query']
type NewLog = typeof llmUsageLogs.$inferInsert & { readingId: number; pictureSha256: string }
export type LogRow = Awaited<ReturnType<typeof select>>[number]

/** Takes a system transaction. Reading and picture are left out where a data initialisation has deleted them meanwhile. */
export async function addLog(systemTx: Tx, log: NewLog): Promise<number> {
  const { organizationId } = log
  const [reading] = await systemTx
    .select({ id: readings.id })
    .from(readings)
    .where(and(eq(readings.organizationId, organizationId), eq(readings.id, log.readingId)))
    .for('key share')
  const [picture] = await systemTx
    .select({ sha256: pictures.sha256 })
    .from(pictures)
    .where(and(eq(pictures.organizationId, organizationId), eq(pictures.sha256, log.pictureSha256)))
    .for('key share')
  const [added] = await systemTx
    .insert(llmUsageLogs)
    .values({ ...log, readingId: reading?.id ?? null, pictureSha256: picture?.sha256 ?? null })
    .returning({ id: llmUsageLogs.id })
  if (added === undefined) throw new Error('a row of the LLM log was not added')
  return added.id
}

/** Takes a system transaction. */
export async function changeLogReason(systemTx: Tx, id: number, reason: string): Promise<void> {
  await systemTx.update(llmUsageLogs).set({ reason }).where(eq(llmUsageLogs.id, id))
}

const select = (tx: Tx) =>
  tx
    .select({ log: llmUsageLogs, meter: { id: meters.id, name: meters.name } })
    .from(llmUsageLogs)
    .leftJoin(readings, eq(readings.id, llmUsageLogs.readingId))
    .leftJoin(meters, eq(meters.id, readings.meterId))

/** Newest first. */
export async function logPage(tx: Tx, { organizationId, timeZone }: Session, query: Query) {
  const interval = intervalOf(query.created_span ?? { from: null, to: null }, timeZone, 'created_span')
  const selected = and(
    eq(llmUsageLogs.organizationId, organizationId),
    createdWithin(llmUsageLogs, interval),
    query.status && eq(llmUsageLogs.status, query.status),
    contains(llmUsageLogs.model, query.model),
  )
  const page = await cursorPage(
    query,
    ({ log }: LogRow) => ({ at: log.createdAt, id: log.id }),
    async ({ skip, limit, after }) => ({
      rows: await select(tx)
        .where(and(selected, isBehind(llmUsageLogs, after)))
        .orderBy(...newestFirst(llmUsageLogs))
        .offset(skip)
        .limit(limit),
    }),
  )
  const [total] = await tx.select({ n: count() }).from(llmUsageLogs).where(selected)
  return { ...page, count: total?.n ?? 0 }
}
