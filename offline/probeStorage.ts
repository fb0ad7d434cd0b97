import { withDatabase } from './database.ts'

export type StorageTrouble = 'full' | 'broken'

/** About what a photograph takes: a few bytes would still find room on a full disk. */
const size = 2_000_000
const key = 'probe'

/**
 * Whether a photograph could be stored now: writes as much and takes it back. What the browser says of its quota is not
 * true. Null: yes.
 */
export async function probeStorage(): Promise<StorageTrouble | null> {
  try {
    await withDatabase(async (database) => {
      const transaction = database.transaction('bytes', 'readwrite', { durability: 'strict' })
      const probe = async () => {
        await transaction.store.put(new ArrayBuffer(size), key)
        await transaction.store.delete(key)
      }
      await Promise.all([probe(), transaction.done])
    })
    return null
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'broken'
  }
}
