import { sql } from 'drizzle-orm'

/**
 * Whether `retake`, a row of `retake_requests`, still asks for a photograph: its meter has not been read since, and nobody
 * has deleted the reading or decided about its value.
 */
export const isOpenRetake = sql`(retake.withdrawn_at is null
  and not exists (select from readings as later
    where later.organization_id = retake.organization_id and later.meter_id = retake.meter_id
      and later.deleted_at is null and later.created_at > retake.at)
  and exists (select from readings as asked
    where asked.organization_id = retake.organization_id and asked.id = retake.reading_id and asked.deleted_at is null)
  and not coalesce((select change.is_decision and change.at > retake.at from reading_changes as change
    where change.reading_id = retake.reading_id and jsonb_exists(change.after, 'value')
    order by change.at desc, change.id desc limit 1), false))`
