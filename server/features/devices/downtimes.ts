import { and, asc, gt, lt } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { downtimes } from '../../db/schema.ts'

/** Those that touch the time from `from` until before `before`, in order. */
export const downtimesWithin = (tx: Tx, from: Date, before: Date): Promise<{ from: Date; before: Date }[]> =>
  tx
    .select({ from: downtimes.from, before: downtimes.to })
    .from(downtimes)
    .where(and(gt(downtimes.to, from), lt(downtimes.from, before)))
    .orderBy(asc(downtimes.from))
