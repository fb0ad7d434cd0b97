import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Input } from '../../../contract/calls/endpoint.ts'
import type { readingEndpoints } from '../../../contract/readings.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { meters, readings } from '../../db/schema.ts'
import type { CountedRow } from './consumption.ts'
import { downsampleDays, downsampleRows, downsamplingOf } from './downsample.ts'
import { latestOf } from './latest.ts'
import { limitSearch, maxSearchedRows } from './page-bounds.ts'
import { countByMeter } from './rollup-counts.ts'
import { matchesSelection, type Selection, selectionOf } from './selection.ts'
import { isEmptyRange, wholeDaysOf } from './whole-days.ts'

type Query = Input<(typeof readingEndpoints)['series']>['query']

const maxMeters = 50
const limits = { min: 10, usual: 400, max: 1000 }
/** Readings of one answer that are scanned, a month of minutes; beyond, rollups of days are used. */
const maxScannedRows = 50_000

export interface SeriesRow {
  meterId: number
  count: number
  unconfirmedTimes: number
  points: PointRow[]
  latest: CountedRow | null
}

type PointRow = Awaited<ReturnType<typeof points>>[number]

/**
 * One series per selected meter, also without readings, sorted by name; a text search covers the newest readings. Readings
 * of an unconfirmed time are left out, because a line through them would show what never happened.
 */
export async function seriesOf(
  tx: Tx,
  session: Pick<Session, 'organizationId' | 'timeZone'>,
  query: Query,
  { maxRows = maxScannedRows, maxSearched = maxSearchedRows } = {},
): Promise<{ series: SeriesRow[]; isPartial: boolean }> {
  const given = await selectionOf(tx, session, query)
  const meterIds = await metersOf(tx, given)
  if (meterIds.length === 0) return { series: [], isPartial: false }
  const { part, isPartial } = await limitSearch(tx, { ...given, meterIds }, 'desc', maxSearched)
  const selection = { ...part, meterIds }
  const limit = Math.min(Math.max(query.limit ?? limits.usual, limits.min), limits.max)
  const unconfirmed = await countUnconfirmed(tx, selection)
  const counts = await countByMeter(tx, selection)
  // The rollups count them too.
  for (const [meterId, n] of unconfirmed) counts.set(meterId, (counts.get(meterId) ?? n) - n)
  const few = meterIds.filter((id) => (counts.get(id) ?? 0) <= limit)
  const many = meterIds.filter((id) => (counts.get(id) ?? 0) > limit)
  const [latest, ...found] = await Promise.all([
    latestOf(tx, { ...selection, meterIds: meterIds.filter((id) => counts.has(id)) }),
    few.length === 0 ? [] : findPoints(tx, { ...selection, meterIds: few, onlyKnownTimes: true }),
    many.length === 0
      ? []
      : downsampledPoints(tx, { ...selection, meterIds: many, onlyKnownTimes: true }, counts, {
          limit,
          maxRows,
        }),
  ])
  const pointsOf = Map.groupBy(found.flat(), ({ meterId }) => meterId)
  const series = meterIds.map((meterId) => ({
    meterId,
    count: counts.get(meterId) ?? 0,
    unconfirmedTimes: unconfirmed.get(meterId) ?? 0,
    points: pointsOf.get(meterId) ?? [],
    latest: latest.get(meterId) ?? null,
  }))
  return { series, isPartial }
}

/** Readings of an unconfirmed time per meter with any. */
async function countUnconfirmed(tx: Tx, selection: Selection): Promise<Map<number, number>> {
  const rows = await tx
    .select({ meterId: readings.meterId, n: sql<number>`count(*)::float8` })
    .from(readings)
    .innerJoin(meters, eq(meters.id, readings.meterId))
    .where(and(matchesSelection(selection), eq(readings.timeMark, 'unconfirmed')))
    .groupBy(readings.meterId)
  return new Map(rows.map(({ meterId, n }) => [meterId, n]))
}

async function metersOf(tx: Tx, { organizationId, meterIds }: Selection): Promise<number[]> {
  const rows = await tx
    .select({ id: meters.id })
    .from(meters)
    .where(
      and(
        eq(meters.organizationId, organizationId),
        meterIds === null ? undefined : inArray(meters.id, meterIds),
      ),
    )
    .orderBy(asc(meters.name), asc(meters.id))
    .limit(maxMeters + 1)
  if (rows.length > maxMeters) {
    throw new Failure('validation_failed', {
      issues: [{ path: 'meter_ids', message: `グラフに表示できるメーターは${maxMeters}件までです` }],
    })
  }
  return rows.map(({ id }) => id)
}

async function downsampledPoints(
  tx: Tx,
  selection: Selection & { meterIds: number[] },
  counts: ReadonlyMap<number, number>,
  { limit, maxRows }: { limit: number; maxRows: number },
): Promise<PointRow[]> {
  const abnormal = await countByMeter(tx, { ...selection, onlyAbnormal: true })
  const targets = selection.meterIds.map((id) => downsamplingOf(id, abnormal.get(id) ?? 0, limit))
  const { search, onlyPictures, onlyAbnormal } = selection
  const rows = selection.meterIds.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0)
  const hasRollup = search === null && !onlyPictures && !onlyAbnormal
  const whole = rows > maxRows && hasRollup ? await wholeDaysOf(tx, selection) : null
  const kept =
    whole === null || isEmptyRange(whole)
      ? downsampleRows(selection, targets)
      : downsampleDays(selection, whole, targets)
  // As an array: lookups by key, where the planner would scan the organization’s readings.
  return points(tx).where(
    and(eq(readings.organizationId, selection.organizationId), sql`${readings.id} = any(array(${kept}))`),
  )
}

const points = (tx: Tx) =>
  tx
    .select({
      id: readings.id,
      meterId: readings.meterId,
      createdAt: readings.createdAt,
      value: readings.value,
      isAbnormal: readings.isAbnormal,
      readState: readings.readState,
    })
    .from(readings)
    .$dynamic()
    .orderBy(asc(readings.createdAt), asc(readings.id))

const findPoints = (tx: Tx, selection: Selection) =>
  points(tx).innerJoin(meters, eq(meters.id, readings.meterId)).where(matchesSelection(selection))
