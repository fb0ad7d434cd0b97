import { and, eq, lte, max, sql } from 'drizzle-orm'
import type { Database, Tx } from '../../db/client.ts'
import { inspections, organizations, roundMarks } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { countRounds } from './count-rounds.ts'
import { listGroups, visitedMeters } from './repository.ts'
import { type Mark, storeMarked, storeScheduled } from './store-rounds.ts'

/**
 * Each minute: stores rounds as they begin, and counts them as they are done, missed or over. A second run at the same
 * time finds nothing left to do.
 */
export async function keepRounds({
  database,
  clock,
  log,
}: Pick<Deps, 'database' | 'clock' | 'log'>): Promise<void> {
  const now = clock()
  for (const organizationId of await organizationsWithWork(database, now)) {
    try {
      const keep = () => database.asSystem((tx) => keepRoundsOf(tx, organizationId, now))
      for (let isMore = await keep(); isMore; ) isMore = await keep()
    } catch (error) {
      log.error({ err: error, organizationId }, 'rounds were not kept: tried again in a minute')
    }
  }
}

/** The query of each minute: by indexes, and the few inspection groups with a schedule. */
export const work = (now: Date) => sql<{ id: string }>`
  select organization_id::text as id from round_marks
  union select organization_id::text from rounds
    where missed_at is null and done_at is null and due_at <= ${now.toISOString()}
  union select organization_id::text from rounds where closed_at is null and ends_at <= ${now.toISOString()}
  union select organization_id::text from inspections where rounds_from <= ${now.toISOString()}`

async function organizationsWithWork(database: Database, now: Date): Promise<number[]> {
  const { rows } = await database.asSystem((tx) => tx.execute<{ id: string }>(work(now)), 'read only')
  return rows.map(({ id }) => Number(id))
}

/** Marks in one transaction. */
const batchSize = 20_000

/** Whoever keeps an organization's rounds. */
const lockKeys = (organizationId: number) => sql`hashtext('rounds'), ${organizationId}::int`

/** All rounds of one organization at once, whoever else is at it. As the owner. */
export async function keepAllRounds(tx: Tx, organizationId: number, now: Date): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockKeys(organizationId)})`)
  while (await keepRoundsOf(tx, organizationId, now));
}

/** Returns whether there are more marks. As the owner: calls may not write what came of a round. */
async function keepRoundsOf(tx: Tx, organizationId: number, now: Date): Promise<boolean> {
  // Another server is at it.
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockKeys(organizationId)}) as free`,
  )
  if (rows[0]?.free !== true) return false
  const [organization] = await tx
    .select({ zone: organizations.timeZone, filling: organizations.filling })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  // What is still being filled in would be missing.
  if (organization === undefined || organization.filling !== null) return false
  // A schedule changes before or after, not meanwhile.
  await tx
    .select({ id: inspections.id })
    .from(inspections)
    .where(eq(inspections.organizationId, organizationId))
    .orderBy(inspections.id)
    .for('no key update')
  const marks = await takeMarks(tx, organizationId)
  const groups = await listGroups(tx, organizationId)
  const visited = await visitedMeters(tx, organizationId, groups)
  const kept = { organizationId, zone: organization.zone, groups, visited, now }
  await storeMarked(tx, kept, marks)
  await storeScheduled(tx, kept)
  await countRounds(tx, kept, marks)
  return marks.length === batchSize
}

async function takeMarks(tx: Tx, organizationId: number): Promise<Mark[]> {
  const oldest = tx
    .select({ id: roundMarks.id })
    .from(roundMarks)
    .where(eq(roundMarks.organizationId, organizationId))
    .orderBy(roundMarks.id)
    .limit(batchSize)
    .as('oldest')
  const last = tx.select({ id: max(oldest.id) }).from(oldest)
  return tx
    .delete(roundMarks)
    .where(and(eq(roundMarks.organizationId, organizationId), lte(roundMarks.id, last)))
    .returning({ meterId: roundMarks.meterId, at: roundMarks.at })
}
