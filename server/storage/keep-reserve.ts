import type { DiskSpace } from './disk-space.ts'
import { type Storage, StorageFullError } from './storage.ts'

/**
 * Returns the storage, which accepts nothing more while a volume has less than its reserve. The rest of the disk is for
 * values, which the database still stores. Errors that mean "no room" become a StorageFullError. `recordRefusal`
 * receives the error of a bucket that has no room, because that cannot be measured.
 */
export function keepReserve(
  storage: Storage,
  disk: Pick<DiskSpace, 'state'>,
  recordRefusal: (reason: string) => Promise<void>,
): Storage {
  return {
    ...storage,
    async put(key, bytes) {
      if ((await disk.state()) === 'full') throw new StorageFullError('less than the reserve is free')
      try {
        await storage.put(key, bytes)
      } catch (cause) {
        const reason = bucketReason(cause)
        if (reason !== null) await recordRefusal(reason)
        if (reason !== null || isDiskFull(cause))
          throw new StorageFullError('the picture storage is full', { cause })
        throw cause
      }
    },
  }
}

/** `code` of file systems. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT'])
/** `name` of S3-compatible services, which use different ones. */
const fullNames = new Set([
  'QuotaExceeded',
  'InsufficientStorage',
  'InsufficientCapacity',
  'XMinioStorageFull',
])

const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && fullCodes.has(String(error.code))

/** The name of an S3 service's error that means "no room"; null for other errors. */
function bucketReason(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { name, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } }
  return fullNames.has(name) || $metadata?.httpStatusCode === 507 ? name : null
}
