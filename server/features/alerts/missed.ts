import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { lockMeter } from '../../db/meter-lock.ts'
import type { JobQueue } from '../../queue/job-queue.ts'
import { reconcileAround, reconcileSilently } from './reconcile.ts'

interface Parts {
  database: Database
  jobs: Pick<JobQueue, 'announceAlerts'>
}

/** Milliseconds; older readings are not announced. */
const maxAge = 86_400_000

/**
 * Opens alerts of abnormal meters that have none: their readings are older than alerts or did not come by a call.
 * Returns how many meters were checked. Announced where the latest reading is recent. A run that is confirmed stays
 * confirmed.
 */
export async function openMissedAlerts({ database, jobs }: Parts, now: Date): Promise<number> {
  const { rows } = await database.asSystem((tx) =>
    tx.execute<{ organizationId: number; meterId: number; readingId: number; at: string }>(sql`
      select meters.organization_id::float8 as "organizationId", meters.id::float8 as "meterId",
        latest.id::float8 as "readingId", latest.created_at::text as at
      from meters
      cross join lateral (
        select id, created_at from readings
        where meter_id = meters.id and is_abnormal and deleted_at is null and source <> 'import'
        order by created_at desc, id desc limit 1
      ) latest
      where not exists (
        select from readings
        where meter_id = meters.id and not is_abnormal and value is not null and deleted_at is null
          and source <> 'import'
          and (created_at, id) > (latest.created_at, latest.id)
      )
      and not exists (select from alerts where meter_id = meters.id and is_alert and rule is null)`),
  )
  for (const { organizationId, meterId, readingId, at } of rows) {
    await database.inOrganization(organizationId, null, async (tx) => {
      const meter = await lockMeter(tx, organizationId, meterId)
      if (meter === undefined) return
      const reading = { id: readingId, createdAt: new Date(at) }
      if (now.getTime() - reading.createdAt.getTime() > maxAge) await reconcileSilently(tx, meter, reading)
      else await reconcileAround({ jobs, clock: () => now }, tx, meter, reading)
    })
  }
  return rows.length
}
