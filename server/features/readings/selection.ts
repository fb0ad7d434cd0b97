import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Input } from '../../../contract/calls/endpoint.ts'
import type { readingEndpoints, WaitingReason } from '../../../contract/readings.ts'
import { readState } from '../../../contract/values/abnormal.ts'
import { searchText } from '../../../text/searchText.ts'
import type { Session } from '../../api/call.ts'
import { executePrepared, type Tx } from '../../db/client.ts'
import { meters, readings } from '../../db/schema.ts'
import { searchable } from '../../db/searchable.ts'
import { type Interval, intervalOf } from '../../interval.ts'
import { isNumeric, periodOf, valueText } from './text-filter.ts'

type Query = Omit<Input<(typeof readingEndpoints)['exportReadings']>['query'], 'sort_type'>

/** Filters of a list, graph or export, resolved without reading any readings. */
export interface Selection {
  organizationId: number
  timeZone: string
  /** Null: all of the organization. */
  meterIds: number[] | null
  interval: Interval
  onlyPictures: boolean
  onlyAbnormal: boolean
  /** Leaves out readings of an unconfirmed time. Rollups count them. */
  onlyKnownTimes: boolean
  /** Only readings that wait for this. Rollups do not count them apart. */
  waitingFor: WaitingReason | null
  /** A condition on each row; null: none. */
  search: Search | null
}

/** Alternatives: one of these meters, this period, or these digits in value or time. */
interface Search {
  meterIds: number[]
  period: Interval | null
  digits: string | null
}

/** Resolves filters on meters to ids, by which readings are indexed. */
export async function selectionOf(
  tx: Tx,
  { organizationId, timeZone }: Pick<Session, 'organizationId' | 'timeZone'>,
  query: Query,
): Promise<Selection> {
  const { meter_ids, inspection_ids, meter_group_ids, meter_unit_ids, waiting_for: waitingFor = null } = query
  const byKind = [inspection_ids, meter_group_ids, meter_unit_ids].some((ids) => ids !== undefined)
  // What waits is indexed by meter.
  const isLookedUp = byKind || (waitingFor !== null && meter_ids === undefined)
  const chosen = and(
    eq(meters.organizationId, organizationId),
    meter_ids && isOneOf(meters.id, meter_ids),
    inspection_ids && isOneOf(meters.inspectionId, inspection_ids),
    meter_group_ids && isOneOf(meters.meterGroupId, meter_group_ids),
    meter_unit_ids && isOneOf(meters.meterUnitId, meter_unit_ids),
  )
  const find = async (also?: SQL) => {
    const rows = await executePrepared<{ id: number }>(
      tx,
      sql`select ${meters.id}::float8 as id from ${meters} where ${and(chosen, also)} order by 1`,
    )
    return rows.map(({ id }) => id)
  }
  const selection: Selection = {
    organizationId,
    timeZone,
    // Given ids are not looked up: a foreign id selects nothing.
    meterIds: isLookedUp ? await find() : meter_ids === undefined ? null : [...new Set(meter_ids)],
    interval: query.recorded_span
      ? intervalOf(query.recorded_span, timeZone, 'recorded_span')
      : { from: null, before: null },
    onlyPictures: query.is_image ?? false,
    onlyAbnormal: query.is_abnormal ?? false,
    onlyKnownTimes: false,
    waitingFor,
    search: null,
  }
  const text = searchText(query.text ?? '').trim()
  if (text === '') return selection
  const named = await find(sql`position(${text} in ${searchable(meters.name)}) > 0`)
  const period = periodOf(text, timeZone)
  // What no value or time contains is part of a name; a period that is in no name is an interval. Both are indexed.
  if (period === null && !isNumeric(text)) return { ...selection, meterIds: named }
  const digits = period?.isWhole === true ? null : text
  const interval =
    period !== null && named.length === 0 ? overlap(selection.interval, period.interval) : selection.interval
  if (named.length === 0 && digits === null) return { ...selection, interval }
  return {
    ...selection,
    interval,
    search: { meterIds: named, period: period?.isWhole === true ? period.interval : null, digits },
  }
}

function overlap(one: Interval, other: Interval): Interval {
  const from = [one.from, other.from].filter((at) => at !== null)
  const before = [one.before, other.before].filter((at) => at !== null)
  return {
    from: from.length === 0 ? null : new Date(Math.max(...from.map(Number))),
    before: before.length === 0 ? null : new Date(Math.min(...before.map(Number))),
  }
}

/** Ids as one parameter. */
const list = (ids: readonly number[]) => sql`${`{${ids.join(',')}}`}::bigint[]`
export const isOneOf = (column: SQL | PgColumn, ids: readonly number[]) => sql`${column} = any(${list(ids)})`

/** Ids as rows of a table `among`. */
export const among = (ids: readonly number[]) => sql`unnest(${list(ids)}) as among (meter_id)`

/** With `=` for one meter, so that the index can sort. */
export const ofMeters = (column: SQL | PgColumn, ids: readonly number[] | null) =>
  ids === null ? undefined : ids.length === 1 ? sql`${column} = ${ids[0]}` : isOneOf(column, ids)

export const isUnbounded = ({ from, before }: Interval): boolean => from === null && before === null

export const inInterval = ({ from, before }: Interval): SQL | undefined =>
  and(
    from === null ? undefined : sql`${readings.createdAt} >= ${from.toISOString()}::timestamptz`,
    before === null ? undefined : sql`${readings.createdAt} < ${before.toISOString()}::timestamptz`,
  )

/**
 * The same for a prepared statement: for an unknown range the planner expects few rows and sorts instead of using the
 * index; for row comparisons a third.
 */
export const inAnyInterval = ({ from, before }: Interval): SQL | undefined =>
  and(
    from === null
      ? undefined
      : sql`(${readings.createdAt}, ${readings.id}) >= (${from.toISOString()}::timestamptz, 0)`,
    before === null
      ? undefined
      : sql`(${readings.createdAt}, ${readings.id}) < (${before.toISOString()}::timestamptz, 0)`,
  )

/** `meters` must be joined. */
export const matchesSelection = (selection: Selection, within = inInterval): SQL | undefined =>
  and(matchesRollup(selection), within(selection.interval), matchesSearch(selection))

/** Conditions on readings that need neither their time nor their meter. */
export const matchesRollup = ({
  organizationId,
  meterIds,
  onlyPictures,
  onlyAbnormal,
  onlyKnownTimes,
  waitingFor,
}: Selection) =>
  and(
    eq(readings.organizationId, organizationId),
    isNull(readings.deletedAt),
    ofMeters(readings.meterId, meterIds),
    onlyPictures ? isNotNull(readings.pictureSha256) : undefined,
    onlyAbnormal ? sql`${readings.isAbnormal}` : undefined,
    onlyKnownTimes ? sql`${readings.timeMark} is distinct from 'unconfirmed'` : undefined,
    waitingFor === null ? undefined : isWaitingFor[waitingFor],
  )

/** As the indexes have it, without parameters. */
const isWaitingFor = {
  time: sql`${readings.timeMark} = 'unconfirmed'`,
  settings: sql`${readings.readState} = ${sql.raw(String(readState.waiting))}`,
}

function matchesSearch({ search, timeZone }: Selection): SQL | undefined {
  if (search === null) return undefined
  const { meterIds, period, digits } = search
  const alternatives = [
    ...(meterIds.length > 0 ? [isOneOf(readings.meterId, meterIds)] : []),
    ...(period === null ? [] : [sql`(${inInterval(period)})`]),
    ...(digits === null ? [] : containing(digits, timeZone)),
  ]
  return sql`(${sql.join(alternatives, sql` or `)})`
}

function containing(digits: string, timeZone: string): SQL[] {
  const time = sql`to_char(${readings.createdAt} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`
  return [
    sql`position(${digits.replaceAll(',', '')} in ${valueText}) > 0`,
    sql`position(${digits.replaceAll('/', '-')} in ${time}) > 0`,
  ]
}
