import { sql } from 'drizzle-orm'
import { deviceValueReasons } from '../../contract/values/deviceValues.ts'
import { sufficientConfidence } from '../../contract/values/prior.ts'

/**
 * `unsure` and `refused` of contract/values/readingStates.ts. Without parameters, so that it is the predicate of an index;
 * a change needs a migration.
 */
export const isDoubtful = sql.raw(`(readings.value_source = 'device' and readings.value is not null
    and readings.reasons && '{${deviceValueReasons.join(',')}}'::text[]
  or readings.value_source = 'reader' and (
    readings.value is null and readings.picture_sha256 is not null and readings.read_state in (1, 2)
    or readings.value is not null and readings.read_state is not null and (
      coalesce(readings.confidence, 0) < ${sufficientConfidence}
      or readings.advice is not null and (readings.advice->>'seen')::float8 is distinct from readings.value)))`)

/** A person decided about the value on a screen, and did not take that back. */
export const isDecided = sql`coalesce((
  select change.is_decision from reading_changes as change
  where change.reading_id = readings.id and jsonb_exists(change.after, 'value')
  order by change.at desc, change.id desc limit 1), false)`

/** What may wait for a person: a doubtful value, or one that was confirmed against doubts. As the index has it. */
export const mayNeedReview = sql`(${isDoubtful} or readings.confirmed_doubts <> '{}')`
