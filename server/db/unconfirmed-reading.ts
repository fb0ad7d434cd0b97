import { sql } from 'drizzle-orm'
import { readState } from '../../contract/values/abnormal.ts'
import { deviceValueReasons } from '../../contract/values/deviceValues.ts'
import { sufficientConfidence } from '../../contract/values/prior.ts'
import { readings } from './schema.ts'

/** `isUnsure` of contract/values/prior.ts, unread and failed readings, and those of an unconfirmed time. */
export const isUnconfirmed = sql`(${readings.timeMark} = 'unconfirmed'
  or ${readings.readState} in (${readState.unprocessed}, ${readState.waiting})
  or ${readings.valueSource} = 'device' and ${readings.reasons} && ${sql.param(deviceValueReasons)}::text[]
  or ${readings.valueSource} = 'reader'
  and ${readings.readState} is not null and (${readings.value} is null
    or coalesce(${readings.confidence}, 0) < ${sufficientConfidence}
    or ${readings.advice} is not null and (${readings.advice}->>'seen')::float8 is distinct from ${readings.value}))`
