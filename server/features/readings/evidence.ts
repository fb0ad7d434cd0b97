import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { type AcceptedReading, evidenceDepth, isEvidence } from '../../../contract/prior.ts'
import type { Tx } from '../../db/client.ts'
import { type meters, readings } from '../../db/schema.ts'

const columns = {
  id: readings.id,
  is_abnormal: readings.isAbnormal,
  /** Framed, where the reader drew a frame. */
  picture: sql<string | null>`coalesce(${readings.resultSha256}, ${readings.pictureSha256})`.as('picture'),
  value: readings.value,
  value_source: readings.valueSource,
  read_state: readings.readState,
  confidence: readings.confidence,
  advice: readings.advice,
  at: sql<number>`(extract(epoch from ${readings.createdAt}) * 1000)::float8`.as('at'),
}

/** One of a meter’s latest readings; `at` in milliseconds since 1970. */
export interface RecentReading
  extends Pick<typeof readings.$inferSelect, 'id' | 'value' | 'confidence' | 'advice'> {
  is_abnormal: boolean
  picture: string | null
  value_source: (typeof readings.$inferSelect)['valueSource']
  read_state: (typeof readings.$inferSelect)['readState']
  at: number
}

/** A meter, or the columns of an outer query. */
type MeterRef = { organizationId: number; id: number } | typeof meters

/** A meter’s latest readings, newest first; a cheap index scan. */
export const recentReadings = (tx: Tx, meter: MeterRef, before?: Date) =>
  tx
    .select(columns)
    .from(readings)
    .where(
      and(
        eq(readings.organizationId, meter.organizationId),
        eq(readings.meterId, meter.id),
        isNull(readings.deletedAt),
        before && lt(readings.createdAt, before),
      ),
    )
    .orderBy(desc(readings.createdAt), desc(readings.id))
    .limit(evidenceDepth)

/** Those that are evidence for the next photograph. */
export const evidenceIn = (recent: readonly RecentReading[]): AcceptedReading[] =>
  recent.flatMap((reading) => {
    const { value, at } = reading
    return value !== null && isEvidence(reading) ? [{ value, at }] : []
  })

/** Evidence as of a moment, however late the photograph arrives. */
export const evidenceBefore = async (tx: Tx, meter: MeterRef, before: Date): Promise<AcceptedReading[]> =>
  evidenceIn(await recentReadings(tx, meter, before))
