import type { Database } from '../db/client.ts'
import { bucketRefusals } from '../db/schema.ts'
import type { Log } from '../log.ts'

interface Parts {
  database: Database
  clock: () => Date
  log: Log
}

/** Milliseconds: refused pictures do not load the database more often. */
const interval = 60_000

/**
 * Returns a function that stores that the bucket or a quota refused a picture for lack of space, so that system administrators are
 * mailed. A failure is only logged, because the sender of the picture has to be answered anyway.
 */
export function refusalRecorder({ database, clock, log }: Parts) {
  let recordedAt = Number.NEGATIVE_INFINITY
  return async (reason: string): Promise<void> => {
    const at = clock()
    if (Math.abs(at.getTime() - recordedAt) < interval) return
    recordedAt = at.getTime()
    try {
      await database.asSystem((systemTx) =>
        systemTx
          .insert(bucketRefusals)
          .values({ reason, at })
          .onConflictDoUpdate({ target: bucketRefusals.isOnly, set: { reason, at } }),
      )
    } catch (error) {
      recordedAt = Number.NEGATIVE_INFINITY
      log.error({ err: error, reason }, 'failed to record that the bucket is full')
    }
  }
}

/** Returns whether the bucket or a quota has refused a picture for lack of space and has not recovered since. */
export const isBucketFull = ({ database }: Pick<Parts, 'database'>): Promise<boolean> =>
  database.asSystem(async (systemTx) => (await systemTx.$count(bucketRefusals)) > 0, 'read only')
