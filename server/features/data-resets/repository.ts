import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import {
  accessLogs,
  alerts,
  dataResets,
  deviceReports,
  organizations,
  pictures,
  readings,
  users,
} from '../../db/schema.ts'
import { notifyOrganizationChange } from '../events/index.ts'

// Every function takes the owner’s transaction, and names the organization.

export type ResetRow = typeof dataResets.$inferSelect
/** What was there when it began goes; what comes in meanwhile stays. */
export type Reset = Pick<ResetRow, 'organizationId' | 'startedAt'>
type OrganizationRow = typeof organizations.$inferSelect

export async function lockOrganization(systemTx: Tx, id: number): Promise<OrganizationRow | undefined> {
  const [row] = await systemTx
    .select()
    .from(organizations)
    .where(eq(organizations.id, id))
    .for('no key update')
  return row
}

/** The last one, with who started it and how far the demonstration is filled. */
export async function findReset(systemTx: Tx, organizationId: number) {
  const [row] = await systemTx
    .select({ reset: dataResets, username: users.username, filling: organizations.filling })
    .from(dataResets)
    .innerJoin(users, eq(users.id, dataResets.startedByUserId))
    .innerJoin(organizations, eq(organizations.id, dataResets.organizationId))
    .where(eq(dataResets.organizationId, organizationId))
  return row
}

export async function unfinishedResets(systemTx: Tx): Promise<number[]> {
  const rows = await systemTx
    .select({ organizationId: dataResets.organizationId })
    .from(dataResets)
    .where(isNull(dataResets.finishedAt))
  return rows.map(({ organizationId }) => organizationId)
}

/** How much there is of what an initialisation deletes. */
export async function countOf(systemTx: Tx, organizationId: number) {
  const count = (
    table: typeof readings | typeof alerts | typeof pictures | typeof deviceReports | typeof accessLogs,
  ) => systemTx.$count(table, eq(table.organizationId, organizationId))
  return {
    readings: await count(readings),
    alerts: await count(alerts),
    pictures: await count(pictures),
    deviceReports: await count(deviceReports),
    accessLogs: await count(accessLogs),
  }
}

/** In place of the one before. */
export async function insertReset(
  systemTx: Tx,
  row: Pick<ResetRow, 'organizationId' | 'startedByUserId' | 'startedAt' | 'total'>,
): Promise<void> {
  const fresh = { ...row, step: 'delete', done: 0, finishedAt: null, failure: null } as const
  await systemTx
    .insert(dataResets)
    .values(fresh)
    .onConflictDoUpdate({ target: dataResets.organizationId, set: fresh })
}

const underWay = (organizationId: number) =>
  and(eq(dataResets.organizationId, organizationId), isNull(dataResets.finishedAt))

/** Counts what was done, in the transaction that does it. */
export async function addProgress(systemTx: Tx, organizationId: number, done: number): Promise<void> {
  if (done === 0) return
  await systemTx
    .update(dataResets)
    .set({ done: sql`least(${dataResets.total}, ${dataResets.done} + ${done})` })
    .where(underWay(organizationId))
}

/** Days of the demonstration. */
const fillDays = 60

/** From deleting to filling; once only. */
export async function enterFilling(systemTx: Tx, organizationId: number, at: Date): Promise<void> {
  const entered = await systemTx
    .update(dataResets)
    .set({ step: 'fill', done: 0, total: fillDays })
    .where(and(underWay(organizationId), eq(dataResets.step, 'delete')))
  if (entered.rowCount === 0) return
  await systemTx
    .update(organizations)
    .set({ filling: { at: at.toISOString(), done: 0, total: fillDays } })
    .where(eq(organizations.id, organizationId))
  await notifyOrganizationChange(systemTx, organizationId)
}

/** `failure`: null after success. Once only. */
export async function finishReset(
  systemTx: Tx,
  organizationId: number,
  at: Date,
  failure: string | null,
): Promise<void> {
  const done = failure === null ? { done: sql`${dataResets.total}` } : {}
  await systemTx
    .update(dataResets)
    .set({ finishedAt: at, failure, ...done })
    .where(underWay(organizationId))
  await systemTx.update(organizations).set({ filling: null }).where(eq(organizations.id, organizationId))
}
