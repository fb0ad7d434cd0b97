import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { pictures, readings } from '../../db/schema.ts'

type PictureRow = typeof pictures.$inferSelect
export type NewPicture = Omit<PictureRow, 'createdAt' | 'originalDeletedAt'>

/** Idempotent: equal bytes have one row. */
export async function addPicture(tx: Tx, picture: NewPicture): Promise<void> {
  await tx.insert(pictures).values(picture).onConflictDoNothing()
}

export async function findPicture(
  tx: Tx,
  organizationId: number,
  sha256: string,
): Promise<PictureRow | undefined> {
  const rows = await tx
    .select()
    .from(pictures)
    .where(and(eq(pictures.organizationId, organizationId), eq(pictures.sha256, sha256)))
  return rows[0]
}

/** Undefined for a deleted reading or one without a picture. */
export async function findPictureOfReading(
  tx: Tx,
  organizationId: number,
  readingId: number,
): Promise<PictureRow | undefined> {
  const rows = await tx
    .select(getTableColumns(pictures))
    .from(readings)
    .innerJoin(
      pictures,
      and(eq(pictures.organizationId, readings.organizationId), eq(pictures.sha256, readings.pictureSha256)),
    )
    .where(
      and(
        eq(readings.organizationId, organizationId),
        eq(readings.id, readingId),
        isNull(readings.deletedAt),
      ),
    )
  return rows[0]
}
