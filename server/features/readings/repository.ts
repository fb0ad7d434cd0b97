import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { meters, pictures, readingChanges, readings, users } from '../../db/schema.ts'
import type { Cursor } from './cursor.ts'
import type { Stretch } from './span.ts'

export type ReadingRecord = typeof readings.$inferSelect
export type NewReading = typeof readings.$inferInsert

export interface Filter {
  meterIds?: number[] | undefined
  inspectionIds?: number[] | undefined
  groupIds?: number[] | undefined
  unitIds?: number[] | undefined
  recorded?: Stretch | undefined
  onlyPictures?: boolean | undefined
  onlyAbnormal?: boolean | undefined
}

export interface Page {
  sort: 'asc' | 'desc'
  skip: number
  limit: number
  after: Cursor | null
}

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

function conditions(organizationId: number, filter: Filter): SQL | undefined {
  const { meterIds, inspectionIds, groupIds, unitIds, recorded, onlyPictures, onlyAbnormal } = filter
  return and(
    eq(readings.organizationId, organizationId),
    isNull(readings.deletedAt),
    meterIds && inArray(readings.meterId, meterIds),
    inspectionIds && inArray(meters.inspectionId, inspectionIds),
    groupIds && inArray(meters.meterGroupId, groupIds),
    unitIds && inArray(meters.meterUnitId, unitIds),
    recorded?.from ? gte(readings.createdAt, recorded.from) : undefined,
    recorded?.before ? lt(readings.createdAt, recorded.before) : undefined,
    onlyPictures ? isNotNull(readings.pictureSha256) : undefined,
    onlyAbnormal ? sql`${readings.isAbnormal}` : undefined,
  )
}

/** Sorted by when they were measured; equal times by id, so that no page boundary falls between equals. */
export function listReadings(tx: Tx, organizationId: number, filter: Filter, page: Page) {
  const descending = page.sort === 'desc'
  const direction = descending ? desc : asc
  const { after } = page
  const beyond =
    after === null
      ? undefined
      : sql`(${readings.createdAt}, ${readings.id}) ${sql.raw(descending ? '<' : '>')}
            (${after.createdAt.toISOString()}::timestamptz, ${after.id}::bigint)`
  return select(tx)
    .where(and(conditions(organizationId, filter), beyond))
    .orderBy(direction(readings.createdAt), direction(readings.id))
    .offset(page.skip)
    .limit(page.limit)
}

export async function countReadings(tx: Tx, organizationId: number, filter: Filter): Promise<number> {
  const rows = await tx
    .select({ count: count() })
    .from(readings)
    .innerJoin(meters, eq(meters.id, readings.meterId))
    .where(conditions(organizationId, filter))
  return rows[0]?.count ?? 0
}

export async function findReading(
  tx: Tx,
  organizationId: number,
  id: number,
): Promise<ReadingRow | undefined> {
  const rows = await select(tx).where(and(conditions(organizationId, {}), eq(readings.id, id)))
  return rows[0]
}

export async function findByKey(
  tx: Tx,
  organizationId: number,
  key: string,
): Promise<ReadingRow | undefined> {
  const rows = await select(tx).where(and(conditions(organizationId, {}), eq(readings.idempotencyKey, key)))
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
