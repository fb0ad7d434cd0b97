import type { PictureVariant } from '../../../contract/pictures.ts'
import type { PictureWorkers } from '../../imaging/picture-workers.ts'
import { type PictureKey, type Storage, StorageFullError } from '../../storage/storage.ts'
import { withoutPersonalData } from './strip/index.ts'

type DerivedVariant = Exclude<PictureVariant, 'original'>

const thumbnailWidth = 480

/** Storage has lost the bytes of a picture, or retention removed them. */
export class MissingPictureError extends Error {
  override name = 'MissingPictureError'

  constructor(sha256: string) {
    super(`storage has lost picture ${sha256}`)
  }
}

/**
 * Returns a reduced variant of a stored picture, made on first use and kept if there is room. Null where the picture
 * does not decode. `timeout`:
 * milliseconds to wait for a worker; unlimited if absent.
 *
 * @throws MissingPictureError
 */
export async function derivedPicture(
  { storage, workers }: { storage: Storage; workers: PictureWorkers },
  key: PictureKey & { variant: DerivedVariant },
  timeout?: number,
): Promise<Uint8Array | null> {
  const kept = await storage.get(key)
  if (kept !== null) return kept
  const original = () => originalPicture(storage, key)
  const request = { owner: key.organizationId, ...(timeout !== undefined && { timeout }) }
  const made =
    key.variant === 'thumbnail'
      ? await workers.thumbnail(request, original, thumbnailWidth)
      : await workers.reference(request, original)
  if (made === null) return null
  await storage.put(key, made).catch((error: unknown) => {
    if (!(error instanceof StorageFullError)) throw error
  })
  return made
}

/**
 * The picture in full size without personal metadata; null where that cannot be removed.
 *
 * @throws MissingPictureError
 */
export async function strippedPicture(
  storage: Storage,
  picture: Omit<PictureKey, 'variant'> & { mediaType: string },
): Promise<Uint8Array | null> {
  return withoutPersonalData(await originalPicture(storage, picture), picture.mediaType)
}

/**
 * The bytes as received.
 *
 * @throws MissingPictureError
 */
export async function originalPicture(
  storage: Storage,
  { organizationId, sha256 }: Omit<PictureKey, 'variant'>,
): Promise<Uint8Array> {
  const bytes = await storage.get({ organizationId, sha256, variant: 'original' })
  if (bytes === null) throw new MissingPictureError(sha256)
  return bytes
}
