import type { PictureVariant } from '../../contract/pictures.ts'

/** Content-addressed per organization. */
export interface PictureKey {
  organizationId: number
  /** Of the original, also for its variants. */
  sha256: string
  variant: PictureVariant
}

/** There is no room for another picture. The sender keeps it and tries again later. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError'
}

/** Stores pictures. `put` and `remove` are idempotent. */
export interface Storage {
  /**
   * Resolves when the bytes would survive a power cut; only then may a row reference them.
   *
   * @throws StorageFullError
   */
  put(key: PictureKey, bytes: Uint8Array): Promise<void>
  get(key: PictureKey): Promise<Uint8Array | null>
  /** False, and nothing done, where it was put at `before` or later: somebody may be about to name it again. */
  remove(key: PictureKey, before: Date): Promise<boolean>
}
