import { sql } from 'drizzle-orm'
import { sufficientConfidence } from '../../contract/values/prior.ts'

/** Ten-thousandths, by the id alone, so that nobody can choose, and another draw gives the same readings. */
const lot = 'abs(hashint8extended(readings.id, 0) % 10000)'

/** The largest share of readings that an organization can have drawn, in ten-thousandths. */
const greatestLot = 200

/**
 * Readings that may be drawn: the reader was sure of them by the picture alone. Without parameters, so that it is the
 * predicate of an index; a change needs a migration.
 */
export const mayBeDrawn = sql.raw(`(readings.value_source = 'reader' and readings.value is not null
  and readings.picture_sha256 is not null and readings.read_state is not null
  and coalesce(readings.confidence, 0) >= ${sufficientConfidence}
  and (readings.advice is null or (readings.advice->>'seen')::float8 is not distinct from readings.value)
  and readings.confirmed_doubts = '{}' and ${lot} < ${greatestLot})`)

/** Whether a reading is drawn at the percentage of its organization. */
export const isDrawn = sql`(${mayBeDrawn} and ${sql.raw(lot)} < (
  select blind_sample_percent * 100 from organizations where organizations.id = readings.organization_id))`
