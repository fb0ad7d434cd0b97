import { and, desc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm'
import type { ImportOutcome } from '../../../contract/import/imports.ts'
import type { ImportTarget } from '../../../contract/import/importTargets.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { importLayouts, importRows, imports, memberships, organizations, users } from '../../db/schema.ts'
import type { AppliedRow, ImportRow } from './target.ts'

export type ImportRecord = typeof imports.$inferSelect
type Fields = Partial<
  Omit<typeof imports.$inferInsert, 'id' | 'organizationId' | 'userId' | 'noun' | 'fileName'>
>

/** Batches that the list shows. */
const listed = 100
const chunkSize = 1000

const { file: _file, bulk: _bulk, ...columns } = getTableColumns(imports)
/** A batch of many ids would make a large row of a list. */
const bulk = sql<ImportRecord['bulk']>`${imports.bulk} - 'ids'`

/** A batch without its file, with who uploaded it and how many of its records had which outcome. */
export type ImportSummary = Awaited<ReturnType<typeof select>>[number]

/** A bulk change that was only previewed is none. */
const isListed = sql`(${imports.bulk} is null or ${imports.state} <> 'draft' or ${imports.failure} is not null)`

const countOf = (outcome: ImportOutcome) =>
  sql<number>`(select count(*)::int from ${importRows} where ${importRows.importId} = ${imports.id}
    and ${importRows.outcome} = ${outcome})`

const select = (tx: Tx, organizationId: number, which: { id: number } | { userId: number | null }) =>
  tx
    .select({
      import: { ...columns, bulk },
      username: users.username,
      reversed: countOf('reversed'),
      kept: countOf('changed'),
      impossible: countOf('impossible'),
    })
    .from(imports)
    .leftJoin(users, eq(users.id, imports.userId))
    .where(
      and(
        eq(imports.organizationId, organizationId),
        'id' in which
          ? eq(imports.id, which.id)
          : which.userId === null
            ? isListed
            : and(isListed, eq(imports.userId, which.userId)),
      ),
    )
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(listed)

/** `userId`: whose; null: everybody’s. */
export const listImports = (
  tx: Tx,
  organizationId: number,
  userId: number | null,
): Promise<ImportSummary[]> => select(tx, organizationId, { userId })

export async function findSummary(tx: Tx, organizationId: number, id: number): Promise<ImportSummary> {
  const [row] = await select(tx, organizationId, { id })
  if (row === undefined) throw new Failure('not_found')
  return row
}

export async function findImport(
  tx: Tx,
  organizationId: number,
  id: number,
  lock: 'locked' | 'not locked' = 'not locked',
): Promise<ImportRecord | undefined> {
  const query = tx
    .select()
    .from(imports)
    .where(and(eq(imports.organizationId, organizationId), eq(imports.id, id)))
  const [row] = await (lock === 'locked' ? query.for('no key update') : query)
  return row
}

export async function insertImport(tx: Tx, fields: typeof imports.$inferInsert): Promise<number> {
  const [row] = await tx.insert(imports).values(fields).returning({ id: imports.id })
  if (row === undefined) throw new Error('an import was not inserted')
  return row.id
}

export async function changeImport(
  tx: Tx,
  organizationId: number,
  id: number,
  fields: Fields,
): Promise<void> {
  await tx
    .update(imports)
    .set(fields)
    .where(and(eq(imports.organizationId, organizationId), eq(imports.id, id)))
}

/** Of all organizations. Takes a system transaction. */
export async function returnUnfinished(systemTx: Tx, failure: string): Promise<void> {
  await systemTx.update(imports).set({ state: 'draft', failure }).where(eq(imports.state, 'applying'))
  await systemTx.update(imports).set({ state: 'applied', failure }).where(eq(imports.state, 'undoing'))
}

export async function deleteDraft(tx: Tx, organizationId: number, id: number): Promise<void> {
  await tx.delete(imports).where(and(eq(imports.organizationId, organizationId), eq(imports.id, id)))
}

export async function deleteDraftsBefore(tx: Tx, organizationId: number, at: Date): Promise<void> {
  await tx
    .delete(imports)
    .where(
      and(eq(imports.organizationId, organizationId), eq(imports.state, 'draft'), lt(imports.createdAt, at)),
    )
}

export async function insertRows(
  tx: Tx,
  organizationId: number,
  importId: number,
  rows: readonly AppliedRow[],
) {
  for (let from = 0; from < rows.length; from += chunkSize)
    await tx
      .insert(importRows)
      .values(rows.slice(from, from + chunkSize).map((row) => ({ ...row, importId, organizationId })))
}

export const findRows = (tx: Tx, organizationId: number, importId: number): Promise<ImportRow[]> =>
  tx
    .select()
    .from(importRows)
    .where(and(eq(importRows.organizationId, organizationId), eq(importRows.importId, importId)))
    .orderBy(importRows.row)

export async function keepOutcomes(
  tx: Tx,
  organizationId: number,
  importId: number,
  outcomes: ReadonlyMap<number, ImportOutcome>,
): Promise<void> {
  for (const [outcome, rows] of Map.groupBy(outcomes, ([, each]) => each))
    await tx
      .update(importRows)
      .set({ outcome })
      .where(
        and(
          eq(importRows.organizationId, organizationId),
          eq(importRows.importId, importId),
          sql`${importRows.row} = any(${`{${rows.map(([row]) => row).join(',')}}`}::int[])`,
        ),
      )
}

/** The columns of tables that were imported before, by the signature of their headers. */
export async function findLayouts(
  tx: Tx,
  organizationId: number,
  noun: ImportTarget,
  signatures: readonly string[],
): Promise<Map<string, (string | null)[]>> {
  const rows = await tx
    .select()
    .from(importLayouts)
    .where(
      and(
        eq(importLayouts.organizationId, organizationId),
        eq(importLayouts.noun, noun),
        inArray(importLayouts.signature, [...signatures]),
      ),
    )
  return new Map(rows.map(({ signature, columns: found }) => [signature, found]))
}

export async function keepLayout(tx: Tx, layout: typeof importLayouts.$inferInsert): Promise<void> {
  await tx
    .insert(importLayouts)
    .values(layout)
    .onConflictDoUpdate({
      target: [importLayouts.organizationId, importLayouts.noun, importLayouts.signature],
      set: { columns: layout.columns, updatedAt: layout.updatedAt },
    })
}

/** The session of a member for whom a job works; undefined if the person has left the organization. */
export async function sessionOf(
  tx: Tx,
  organizationId: number,
  userId: number,
): Promise<Session | undefined> {
  const [row] = await tx
    .select({ username: users.username, role: memberships.role, timeZone: organizations.timeZone })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId)))
  return row && { sessionId: null, key: null, userId, organizationId, ...row }
}
