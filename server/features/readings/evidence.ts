import { and, desc, lt, sql } from 'drizzle-orm'
import { type AcceptedReading, evidenceDepth, isEvidence } from '../../../contract/prior.ts'
import type { Tx } from '../../db/client.ts'
import { isReadingOf, type MeterKey } from '../../db/reading-order.ts'
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

/** A meter’s latest readings, newest first; a cheap index scan. */
export const recentReadings = (tx: Tx, meter: MeterKey | typeof meters, before?: Date) =>
  tx
    .select(columns)
    .from(readings)
    .where(and(isReadingOf(meter), before && lt(readings.createdAt, before)))
    .orderBy(desc(readings.createdAt), desc(readings.id))
    .limit(evidenceDepth)

/** Those that are evidence for the next photograph. */
export const evidenceIn = (recent: readonly RecentReading[]): AcceptedReading[] =>
  recent.flatMap((reading) => {
    const { value, at } = reading
    return value !== null && isEvidence(reading) ? [{ value, at }] : []
  })

/** Evidence as of a moment, however late the photograph arrives. */
export const evidenceBefore = async (tx: Tx, meter: MeterKey, before: Date): Promise<AcceptedReading[]> =>
  evidenceIn(await recentReadings(tx, meter, before))
