import { DatabaseRefused, withDatabase } from './database.ts'
import { isStorageFull, makingRoom } from './outbox.ts'

/** `refused`: the browser stores nothing for this page, as in some private windows. */
export type StorageTrouble = 'full' | 'broken' | 'refused'

/** About what a photograph takes: a few bytes would still find room on a full disk. */
const size = 2_000_000
const key = 'probe'

/** Browsers compress what they store: only bytes as random as a photograph's take its room. */
function sample(): ArrayBuffer {
  const bytes = new Uint8Array(size)
  // The most that is given at once.
  for (let start = 0; start < size; start += 65_536)
    crypto.getRandomValues(bytes.subarray(start, start + 65_536))
  return bytes.buffer
}

const writeAndRemove = (bytes: ArrayBuffer) =>
  withDatabase(async (database) => {
    const transaction = database.transaction('bytes', 'readwrite', { durability: 'strict' })
    const probe = async () => {
      await transaction.store.put(bytes, key)
      await transaction.store.delete(key)
    }
    await Promise.all([probe(), transaction.done])
  })

/**
 * Whether a photograph could be stored now: writes as much in the same way and takes it back. What the browser says of
 * its quota is not true. Null: yes.
 */
export async function probeStorage(): Promise<StorageTrouble | null> {
  try {
    const bytes = sample()
    await makingRoom(() => writeAndRemove(bytes))
    return null
  } catch (error) {
    if (error instanceof DatabaseRefused) return 'refused'
    return isStorageFull(error) ? 'full' : 'broken'
  }
}
