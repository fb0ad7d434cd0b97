import type { DiskSpace } from './disk-space.ts'
import { type Storage, StorageFullError } from './storage.ts'

/**
 * Returns the storage, which accepts nothing more while a volume has less than its reserve. The rest of the disk is for
 * values, which the database still stores. Errors that mean "no room" become a StorageFullError. `recordRefusal`
 * receives the error of a bucket or a file system quota that has no room, because that cannot be measured.
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
        const reason = unmeasuredReason(cause)
        if (reason !== null) await recordRefusal(reason)
        if (reason !== null || isDiskFull(cause))
          throw new StorageFullError('the picture storage is full', { cause })
        throw cause
      }
    },
  }
}

/** `name` of S3-compatible services, which use different ones. */
const fullNames = new Set([
  'QuotaExceeded',
  'InsufficientStorage',
  'InsufficientCapacity',
  'XMinioStorageFull',
])

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

const isDiskFull = (error: unknown) => hasCode(error, 'ENOSPC')

/** Returns the name of an error of a quota or an S3 service that means "no room". Null for other errors. */
function unmeasuredReason(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  // A quota of the user or folder: the volume itself may have plenty of room.
  if (hasCode(error, 'EDQUOT')) return 'EDQUOT'
  const { name, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } }
  return fullNames.has(name) || $metadata?.httpStatusCode === 507 ? name : null
}
