import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { pictures } from '../../db/schema.ts'

export type PictureRow = typeof pictures.$inferSelect
export type NewPicture = Omit<PictureRow, 'createdAt'>

/** Equal bytes have one row: adding them again changes nothing. */
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
