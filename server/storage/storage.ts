import type { PictureVariant } from '../../contract/pictures.ts'

/** Names bytes by what they are: equal bytes of an organization have one key. */
export interface PictureKey {
  organizationId: number
  /** Of the original’s bytes, also for a variant made from it. */
  sha256: string
  variant: PictureVariant
}

/** Keeps pictures. Putting is idempotent; what was put stays until the organization goes. */
export interface Storage {
  /** Resolves when the bytes would survive a power cut: only then may a row speak of them. */
  put(key: PictureKey, bytes: Uint8Array): Promise<void>
  /** Null where there are no such bytes. */
  get(key: PictureKey): Promise<Uint8Array | null>
}
