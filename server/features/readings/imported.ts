import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { MeterOfCategory } from '../../db/meter-lock.ts'
import { readings } from '../../db/schema.ts'
import { judgementOf } from './correct.ts'
import { rowOf } from './create.ts'
import { addChanges, insertReadings } from './repository.ts'

/** Rows of one statement. */
const chunkSize = 1000

/** A reading that was imported, with what is recorded of it. */
export interface ImportedReading {
  id: number
  judgement: ReturnType<typeof judgementOf>
}

/**
 * Adds past readings of a meter, which is locked. They are judged, but open and end no alerts (`find-runs.ts`). Returns
 * them in the order of `sent`; `recordImported` records who added them.
 */
export async function importReadings(
  tx: Tx,
  { userId }: Pick<Session, 'userId'>,
  meter: MeterOfCategory,
  sent: readonly { value: number; createdAt: Date }[],
  at: Date,
): Promise<ImportedReading[]> {
  const imported: ImportedReading[] = []
  for (let from = 0; from < sent.length; from += chunkSize) {
    const rows = sent.slice(from, from + chunkSize).map((one) => ({
      ...rowOf(meter, { ...one, valueSource: 'entered', picture: null }, at),
      source: 'import' as const,
      // A device did not measure them.
      deviceId: null,
      createdByUserId: userId,
    }))
    const added = await insertReadings(tx, rows)
    for (const [index, row] of rows.entries()) {
      const id = added[index]?.id
      if (id === undefined) throw new Error('a reading was not inserted')
      imported.push({ id, judgement: judgementOf(row) })
    }
  }
  return imported
}

/**
 * Records who added readings. After all readings of an import: PostgreSQL plans the check of their ids with the size that
 * the table has at the first one, and would scan the organization for each if it was empty.
 */
export async function recordImported(
  tx: Tx,
  { userId }: Pick<Session, 'userId'>,
  meter: MeterOfCategory,
  imported: readonly ImportedReading[],
  at: Date,
): Promise<void> {
  for (let from = 0; from < imported.length; from += chunkSize)
    await addChanges(
      tx,
      meter,
      imported.slice(from, from + chunkSize).map(({ id, judgement }) => ({
        readingId: id,
        userId,
        at,
        action: 'create' as const,
        before: {},
        after: judgement,
      })),
    )
}

/**
 * Deletes imported readings of a meter, which is locked, except those that a person has corrected or deleted since. Returns
 * the ids of those that it deleted.
 */
export async function deleteImported(
  tx: Tx,
  { userId }: Pick<Session, 'userId'>,
  meter: MeterOfCategory,
  imported: readonly { id: number; value: number }[],
  at: Date,
): Promise<number[]> {
  const deleted: number[] = []
  const valueById = new Map(imported.map(({ id, value }) => [id, value]))
  const ids = [...valueById.keys()]
  for (let from = 0; from < ids.length; from += chunkSize) {
    const found = await tx
      .select()
      .from(readings)
      .where(
        and(
          eq(readings.organizationId, meter.organizationId),
          inArray(readings.id, ids.slice(from, from + chunkSize)),
          eq(readings.meterId, meter.id),
          eq(readings.valueSource, 'entered'),
          isNull(readings.pictureSha256),
          isNull(readings.deletedAt),
        ),
      )
      .for('no key update')
    const own = found.filter(({ id, value }) => value === valueById.get(id))
    if (own.length === 0) continue
    await tx
      .update(readings)
      .set({ deletedAt: at, deletedByUserId: userId, updatedAt: at })
      .where(
        and(
          eq(readings.organizationId, meter.organizationId),
          inArray(
            readings.id,
            own.map(({ id }) => id),
          ),
        ),
      )
    await addChanges(
      tx,
      meter,
      own.map((reading) => ({
        readingId: reading.id,
        userId,
        at,
        action: 'delete' as const,
        before: judgementOf(reading),
        after: { deleted_at: at.toISOString() },
      })),
    )
    deleted.push(...own.map(({ id }) => id))
  }
  return deleted
}
