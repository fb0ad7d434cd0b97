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

/**
 * Adds past readings of a meter, which is locked. They are judged, but open and end no alerts (`find-runs.ts`). Returns
 * their ids in the order of `sent`.
 */
export async function importReadings(
  tx: Tx,
  { userId }: Pick<Session, 'userId'>,
  meter: MeterOfCategory,
  sent: readonly { value: number; createdAt: Date }[],
  at: Date,
): Promise<number[]> {
  const ids: number[] = []
  for (let from = 0; from < sent.length; from += chunkSize) {
    const rows = sent.slice(from, from + chunkSize).map((one) => ({
      ...rowOf(meter, { ...one, valueSource: 'entered', picture: null }, at),
      source: 'import' as const,
      // A device did not measure them.
      deviceId: null,
      createdByUserId: userId,
    }))
    const added = await insertReadings(tx, rows)
    await addChanges(
      tx,
      meter,
      added.map(({ id }, index) => ({
        readingId: id,
        userId,
        at,
        action: 'create' as const,
        before: {},
        after: rows[index] === undefined ? {} : judgementOf({ ...rows[index], readState: null }),
      })),
    )
    ids.push(...added.map(({ id }) => id))
  }
  return ids
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
