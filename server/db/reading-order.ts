import { and, eq, isNull, sql } from 'drizzle-orm'
import { type meters, readings } from './schema.ts'

export interface MeterKey {
  organizationId: number
  id: number
}

/** A reading's position in the order of measurement: when it was measured (milliseconds since 1970), then its id. */
export interface Position {
  at: number
  id: number
}

/** Readings from one position on, until before another; null: open. */
export interface PositionRange {
  from: Position | null
  before: Position | null
}

export const allPositions: PositionRange = { from: null, before: null }

/** Readings that are not deleted of a meter, or of the meters of an outer query. */
export const isReadingOf = (meter: MeterKey | typeof meters) =>
  and(
    eq(readings.organizationId, meter.organizationId),
    eq(readings.meterId, meter.id),
    isNull(readings.deletedAt),
  )

export const compared = (sign: '<' | '>' | '>=', { at, id }: Position) =>
  sql`(${readings.createdAt}, ${readings.id}) ${sql.raw(sign)}
      (${new Date(at).toISOString()}::timestamptz, ${id}::bigint)`

export const inRange = ({ from, before }: PositionRange) =>
  and(from === null ? undefined : compared('>=', from), before === null ? undefined : compared('<', before))
