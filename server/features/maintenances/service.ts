import { and, lte } from 'drizzle-orm'
import type { MaintenanceFields } from '../../../contract/alert-rules/maintenances.ts'
import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { groups, maintenances } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { changedFields, recordAudit, recordedRows } from '../audit/index.ts'
import { countOccurring, dropOver, isOfGroup, listMaintenances, type MaintenanceRow } from './repository.ts'

type Row = typeof maintenances.$inferSelect

const groupRows = recordedRows(groups, 'group')

/** Starts it, or changes what was said of it. One whose time is over and that has not ended yet goes on. */
export async function updateMaintenance(
  session: Session,
  tx: Tx,
  groupId: number,
  { minutes, reason }: MaintenanceFields,
  now: Date,
): Promise<MaintenanceRow> {
  const { organizationId, userId } = session
  const group = await groupRows.lock(session, tx, groupId)
  const before = await find(tx, organizationId, groupId)
  const set = { reason, setAt: now, endsAt: new Date(now.getTime() + minutes * 60_000) }
  await tx
    .insert(maintenances)
    .values({ groupId, organizationId, startedAt: now, startedByUserId: userId, ...set })
    .onConflictDoUpdate({ target: maintenances.groupId, set })
  await record(session, tx, group, before, set, now)
  const [row] = await listMaintenances(tx, organizationId, now, groupId)
  if (row === undefined) throw new Error('a maintenance was not stored')
  return row
}

/** Returns how many alerts of the group's meters occur. */
export async function endMaintenance(session: Session, tx: Tx, groupId: number, now: Date): Promise<number> {
  const { organizationId } = session
  const group = await groupRows.lock(session, tx, groupId)
  const [ended] = await tx.delete(maintenances).where(isOfGroup(organizationId, groupId)).returning()
  if (ended !== undefined) {
    await dropOver(tx, organizationId, groupId)
    await record(session, tx, group, ended, null, now)
  }
  return countOccurring(tx, organizationId, groupId)
}

/** Ends those whose time is over, each on its own. */
export async function endOverdue({
  database,
  clock,
  log,
}: Pick<Deps, 'database' | 'clock' | 'log'>): Promise<void> {
  const isOverdue = lte(maintenances.endsAt, clock())
  const overdue = await database.asSystem(
    (tx) => tx.select().from(maintenances).where(isOverdue),
    'read only',
  )
  for (const { organizationId, groupId } of overdue) {
    try {
      await database.inOrganization(organizationId, null, async (tx) => {
        const isEnding = and(isOfGroup(organizationId, groupId), isOverdue)
        // It was extended in the meantime, or another server was faster.
        if ((await tx.delete(maintenances).where(isEnding).returning()).length === 0) return
        await dropOver(tx, organizationId, groupId)
      })
    } catch (error) {
      log.error({ err: error, organizationId, groupId }, 'failed to end a maintenance, will retry in 60 s')
    }
  }
}

async function find(tx: Tx, organizationId: number, groupId: number): Promise<Row | null> {
  const [row] = await tx.select().from(maintenances).where(isOfGroup(organizationId, groupId)).for('update')
  return row ?? null
}

/** In the history of the group. */
async function record(
  session: Session,
  tx: Tx,
  { id, name }: { id: number; name: string },
  before: Fields | null,
  after: Fields | null,
  at: Date,
): Promise<void> {
  const change = changedFields(fieldsOf(before), fieldsOf(after))
  await recordAudit(tx, session, {
    noun: 'group',
    subjectId: id,
    subjectName: name,
    action: 'update',
    ...change,
    at,
  })
}

type Fields = Pick<Row, 'reason' | 'endsAt'>

const fieldsOf = (row: Fields | null) => ({
  maintenanceEndsAt: row?.endsAt ?? null,
  maintenanceReason: row?.reason ?? null,
})
