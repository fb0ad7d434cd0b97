import type { PictureVariant } from '../../../contract/pictures.ts'
import type { PictureWorkers } from '../../imaging/picture-workers.ts'
import type { PictureKey, Storage } from '../../storage/storage.ts'
import { withoutPersonalData } from './strip/index.ts'

export type DerivedVariant = Exclude<PictureVariant, 'original'>

const thumbnailWidth = 480

/** A row speaks of a picture whose bytes are not in storage any more. */
export class MissingPictureError extends Error {
  override name = 'LostPicture'

  constructor(sha256: string) {
    super(`storage has lost picture ${sha256}`)
  }
}

/**
 * A smaller picture of one that storage holds, made when first asked for, then kept. Null where it does not decode.
 * `timeout`: milliseconds that it waits for its turn to be made, if not for as long as it takes.
 *
 * @throws LostPicture
 */
export async function derivedPicture(
  { storage, workers }: { storage: Storage; workers: PictureWorkers },
  key: PictureKey & { variant: DerivedVariant },
  timeout?: number,
): Promise<Uint8Array | null> {
  const kept = await storage.get(key)
  if (kept !== null) return kept
  const original = () => originalPicture(storage, key)
  const turn = { owner: key.organizationId, ...(timeout !== undefined && { timeout }) }
  const made =
    key.variant === 'thumbnail'
      ? await workers.thumbnail(turn, original, thumbnailWidth)
      : await workers.reference(turn, original)
  if (made !== null) await storage.put(key, made)
  return made
}

/**
 * The picture whole, as colleagues may see it: without what its file tells of people. Null where that cannot be taken
 * out.
 *
 * @throws LostPicture
 */
export async function strippedPicture(
  storage: Storage,
  picture: Omit<PictureKey, 'variant'> & { mediaType: string },
): Promise<Uint8Array | null> {
  return withoutPersonalData(await originalPicture(storage, picture), picture.mediaType)
}

/**
 * The bytes as they came.
 *
 * @throws LostPicture
 */
export async function originalPicture(
  storage: Storage,
  { organizationId, sha256 }: Omit<PictureKey, 'variant'>,
): Promise<Uint8Array> {
  const bytes = await storage.get({ organizationId, sha256, variant: 'original' })
  if (bytes === null) throw new MissingPictureError(sha256)
  return bytes
}
