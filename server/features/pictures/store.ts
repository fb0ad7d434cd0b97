import type { Tx } from '../../db/client.ts'
import { type Storage, StorageFullError } from '../../storage/storage.ts'
import { addPicture, type NewPicture } from './repository.ts'
import type { UploadedPicture } from './upload.ts'

export function pictureRow(organizationId: number, picture: UploadedPicture): NewPicture {
  const { sha256, mediaType, width, height, bytes } = picture
  return { organizationId, sha256, mediaType, width, height, length: bytes.length }
}

export async function recordPicture(tx: Tx, organizationId: number, picture: UploadedPicture): Promise<void> {
  await addPicture(tx, pictureRow(organizationId, picture))
}

/** Stores a framed picture, with the part that was read as its thumbnail. To be called like `storePicture`. */
export async function storeFramed(
  storage: Storage,
  organizationId: number,
  framed: UploadedPicture,
  tile: Uint8Array,
): Promise<void> {
  await storage.put({ organizationId, sha256: framed.sha256, variant: 'thumbnail' }, tile)
  await storePicture(storage, organizationId, framed)
}

/**
 * Stores a framed picture with its row. Returns false, and stores no row, when there is no room: the reading is kept
 * without it, and the console shows the photograph instead.
 */
export async function keepFramed(
  storage: Storage,
  tx: Tx,
  organizationId: number,
  framed: UploadedPicture,
  tile: Uint8Array,
): Promise<boolean> {
  try {
    await storeFramed(storage, organizationId, framed, tile)
  } catch (error) {
    if (error instanceof StorageFullError) return false
    throw error
  }
  await recordPicture(tx, organizationId, framed)
  return true
}

/** To be called before the transaction that references the picture commits. */
export async function storePicture(
  storage: Storage,
  organizationId: number,
  picture: UploadedPicture,
): Promise<void> {
  await storage.put({ organizationId, sha256: picture.sha256, variant: 'original' }, picture.bytes)
}
