import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { meters, pictures, readingChanges, readings, users } from '../../db/schema.ts'
import type { Page, Place } from './place.ts'
import { isSelected, type Selection } from './selection.ts'

export type ReadingRecord = typeof readings.$inferSelect
export type NewReading = typeof readings.$inferInsert

export type ReadingRow = Awaited<ReturnType<typeof listReadings>>[number]

function select(tx: Tx) {
  return tx
    .select({
      reading: readings,
      meter: {
        id: meters.id,
        name: meters.name,
        unitId: meters.meterUnitId,
        categoryId: meters.meterCategoryId,
        groupId: meters.meterGroupId,
        inspectionId: meters.inspectionId,
        decimalPoint: meters.decimalPoint,
      },
      createdBy: users.username,
    })
    .from(readings)
    .innerJoin(meters, eq(meters.id, readings.meterId))
    .leftJoin(users, eq(users.id, readings.createdByUserId))
}

const isOwn = (organizationId: number) =>
  and(eq(readings.organizationId, organizationId), isNull(readings.deletedAt))

/** Sorted by when they were measured; equal times by id, so that no page boundary falls between equals. */
export function listReadings(tx: Tx, selection: Selection, page: Page, { bounds, skip }: Place) {
  const descending = page.sort === 'desc'
  const direction = descending ? desc : asc
  const { after } = page
  const beyond =
    after === null
      ? undefined
      : sql`(${readings.createdAt}, ${readings.id}) ${sql.raw(descending ? '<' : '>')}
            (${after.createdAt.toISOString()}::timestamptz, ${after.id}::bigint)`
  return select(tx)
    .where(and(isSelected(selection), bounds, beyond))
    .orderBy(direction(readings.createdAt), direction(readings.id))
    .offset(skip)
    .limit(page.limit)
}

export const findReadings = (tx: Tx, organizationId: number, ids: readonly number[]) =>
  select(tx).where(and(isOwn(organizationId), inArray(readings.id, [...ids])))

export async function findReading(
  tx: Tx,
  organizationId: number,
  id: number,
): Promise<ReadingRow | undefined> {
  const rows = await select(tx).where(and(isOwn(organizationId), eq(readings.id, id)))
  return rows[0]
}

export async function findByKey(
  tx: Tx,
  organizationId: number,
  key: string,
): Promise<ReadingRow | undefined> {
  const rows = await select(tx).where(and(isOwn(organizationId), eq(readings.idempotencyKey, key)))
  return rows[0]
}

/** The reading alone, locked until the transaction ends; deleted ones are gone. */
export async function lockReading(
  tx: Tx,
  organizationId: number,
  id: number,
): Promise<ReadingRecord | undefined> {
  const rows = await tx
    .select()
    .from(readings)
    .where(and(eq(readings.organizationId, organizationId), eq(readings.id, id), isNull(readings.deletedAt)))
    .for('no key update')
  return rows[0]
}

export async function changeReading(
  tx: Tx,
  organizationId: number,
  id: number,
  fields: Partial<Omit<NewReading, 'id' | 'organizationId' | 'meterId'>>,
): Promise<void> {
  await tx
    .update(readings)
    .set(fields)
    .where(and(eq(readings.organizationId, organizationId), eq(readings.id, id)))
}

export async function addChange(tx: Tx, change: typeof readingChanges.$inferInsert): Promise<void> {
  await tx.insert(readingChanges).values(change)
}

/** Null when the key is taken. Waits for a request with the same key that is still under way. */
export async function insertReading(tx: Tx, reading: NewReading): Promise<number | null> {
  const rows = await tx
    .insert(readings)
    .values(reading)
    .onConflictDoNothing({
      target: [readings.organizationId, readings.idempotencyKey],
      where: isNotNull(readings.idempotencyKey),
    })
    .returning({ id: readings.id })
  return rows[0]?.id ?? null
}

/** What a receipt says, also of a reading that was deleted since: its key stays taken. */
export async function findReceipt(tx: Tx, organizationId: number, key: string) {
  const rows = await tx
    .select({
      id: readings.id,
      meterId: readings.meterId,
      sha256: readings.pictureSha256,
      length: pictures.length,
      fingerprint: readings.fingerprint,
      receivedAt: readings.receivedAt,
    })
    .from(readings)
    .leftJoin(
      pictures,
      and(eq(pictures.organizationId, readings.organizationId), eq(pictures.sha256, readings.pictureSha256)),
    )
    .where(and(eq(readings.organizationId, organizationId), eq(readings.idempotencyKey, key)))
  return rows[0]
}
