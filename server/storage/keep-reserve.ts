import type { DiskSpace } from './disk-space.ts'
import { type Storage, StorageFullError } from './storage.ts'

/**
 * Returns the storage, which accepts nothing more while a volume has less than its reserve. The rest of the disk is for
 * values, which the database still stores. Errors that mean "no room" become a StorageFullError.
 */
export function keepReserve(storage: Storage, disk: Pick<DiskSpace, 'state'>): Storage {
  return {
    ...storage,
    async put(key, bytes) {
      if ((await disk.state()) === 'full') throw new StorageFullError('less than the reserve is free')
      try {
        await storage.put(key, bytes)
      } catch (cause) {
        if (isFull(cause)) throw new StorageFullError('the picture storage is full', { cause })
        throw cause
      }
    },
  }
}

/** `code` of file systems; `name` of S3-compatible services, which use different ones. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT'])
const fullNames = new Set([
  'QuotaExceeded',
  'InsufficientStorage',
  'InsufficientCapacity',
  'XMinioStorageFull',
])

function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { name, code, $metadata } = error as Error & {
    code?: unknown
    $metadata?: { httpStatusCode?: number }
  }
  return fullCodes.has(String(code)) || fullNames.has(name) || $metadata?.httpStatusCode === 507
}
