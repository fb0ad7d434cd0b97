import { and, asc, desc, eq, gt, gte, isNull, lt, lte, ne, sql } from 'drizzle-orm'
import { type AcceptedReading, evidenceDepth, isEvidence } from '../../../contract/values/prior.ts'
import { allQueries } from '../../db/all-queries.ts'
import type { Tx } from '../../db/client.ts'
import { isReadingOf, type MeterKey } from '../../db/reading-order.ts'
import { meterReplacements, type meters, readings } from '../../db/schema.ts'
import { hasKnownTime } from './predecessors.ts'

const columns = {
  id: readings.id,
  is_abnormal: readings.isAbnormal,
  /** Framed, where the reader drew a frame. */
  picture: sql<string | null>`coalesce(${readings.resultSha256}, ${readings.pictureSha256})`.as('picture'),
  value: readings.value,
  value_source: readings.valueSource,
  read_state: readings.readState,
  confidence: readings.confidence,
  reasons: readings.reasons,
  advice: readings.advice,
  time_mark: readings.timeMark,
  at: sql<number>`(extract(epoch from ${readings.createdAt}) * 1000)::float8`.as('at'),
}

/** One of a meter’s latest readings; `at` in milliseconds since 1970. */
export interface RecentReading
  extends Pick<typeof readings.$inferSelect, 'id' | 'value' | 'confidence' | 'reasons' | 'advice'> {
  is_abnormal: boolean
  picture: string | null
  value_source: (typeof readings.$inferSelect)['valueSource']
  read_state: (typeof readings.$inferSelect)['readState']
  time_mark: (typeof readings.$inferSelect)['timeMark']
  at: number
}

/** Leaves out the reading that is corrected. */
const isNot = (id: number | undefined) => (id === undefined ? undefined : ne(readings.id, id))

/** A meter’s latest readings, newest first; a cheap index scan. `except`: the id of a reading that is left out. */
export const recentReadings = (tx: Tx, meter: MeterKey | typeof meters, before?: Date, except?: number) =>
  tx
    .select(columns)
    .from(readings)
    .where(and(isReadingOf(meter), before && lt(readings.createdAt, before), isNot(except)))
    .orderBy(desc(readings.createdAt), desc(readings.id))
    .limit(evidenceDepth)

/**
 * Those that are evidence for the next photograph. Behind a replacement of the meter only those of the new one are, and
 * what it showed at first.
 */
export function evidenceIn(
  recent: readonly RecentReading[],
  replacement: AcceptedReading | null,
): AcceptedReading[] {
  const since = replacement?.at ?? -Infinity
  const evidence = recent.flatMap((reading) => {
    const { value, at, time_mark: mark } = reading
    return value !== null && at >= since && hasKnownTime(mark) && isEvidence(reading) ? [{ value, at }] : []
  })
  return replacement === null || evidence.length === evidenceDepth ? evidence : [...evidence, replacement]
}

/** Evidence as of a moment, however late the photograph arrives. `except`: the id of a reading that is left out. */
export async function evidenceBefore(
  tx: Tx,
  meter: MeterKey,
  before: Date,
  except?: number,
): Promise<AcceptedReading[]> {
  const [recent, [replacement]] = await allQueries(
    recentReadings(tx, meter, before, except),
    replacementBefore(tx, meter, before),
  )
  return evidenceIn(recent, replacement ?? null)
}

/**
 * The first reliable value at a moment or later, unless the meter was replaced before it. `except`: the id of a reading
 * that is left out.
 */
export async function evidenceAfter(
  tx: Tx,
  meter: MeterKey,
  from: Date,
  except?: number,
): Promise<AcceptedReading | null> {
  const [following, [replacement]] = await allQueries(
    tx
      .select(columns)
      .from(readings)
      .where(and(isReadingOf(meter), gte(readings.createdAt, from), isNot(except)))
      .orderBy(asc(readings.createdAt), asc(readings.id))
      .limit(evidenceDepth),
    tx
      .select({ at: meterReplacements.at })
      .from(meterReplacements)
      .where(and(isReplacementOf(meter), gt(meterReplacements.at, from)))
      .orderBy(asc(meterReplacements.at))
      .limit(1),
  )
  const [next] = evidenceIn(following, null)
  const isOfNewMeter = next !== undefined && replacement !== undefined && replacement.at.getTime() <= next.at
  return next === undefined || isOfNewMeter ? null : next
}

const isReplacementOf = ({ organizationId, id }: MeterKey) =>
  and(
    eq(meterReplacements.organizationId, organizationId),
    eq(meterReplacements.meterId, id),
    isNull(meterReplacements.deletedAt),
  )

/** What the meter showed at first that stood there at a moment, where it had replaced another. */
const replacementBefore = (tx: Tx, meter: MeterKey, before: Date) =>
  tx
    .select({
      value: meterReplacements.newStartValue,
      at: sql<number>`(extract(epoch from ${meterReplacements.at}) * 1000)::float8`,
    })
    .from(meterReplacements)
    .where(and(isReplacementOf(meter), lte(meterReplacements.at, before)))
    .orderBy(desc(meterReplacements.at), desc(meterReplacements.id))
    .limit(1)
