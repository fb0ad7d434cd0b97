import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { meters, readingDays, readings } from '../../db/schema.ts'
import type { WholeDays } from './days.ts'
import { isIn, isSelected, isTallied, type Selection } from './selection.ts'
import { isTally, outside } from './tallies.ts'

/** How one meter’s readings are thinned. */
export interface Thinning {
  meterId: number
  /** Stretches of time of which first, last, lowest and highest stay. */
  buckets: number
  /** Every abnormal reading stays; else one of each stretch, and one without a value. */
  keepsAbnormal: boolean
}

/** Thins to at most `limit` points: abnormal readings first, as long as they leave half of it to the shape. */
export function thinningOf(meterId: number, abnormal: number, limit: number): Thinning {
  const keepsAbnormal = abnormal <= limit / 2
  return { meterId, keepsAbnormal, buckets: Math.floor(keepsAbnormal ? (limit - abnormal) / 4 : limit / 6) }
}

const listed = (thinnings: readonly Thinning[]) => {
  const array = (values: readonly (number | boolean)[]) => `{${values.join(',')}}`
  return sql`unnest(
    ${array(thinnings.map(({ meterId }) => meterId))}::bigint[],
    ${array(thinnings.map(({ buckets }) => buckets))}::int[],
    ${array(thinnings.map(({ keepsAbnormal }) => keepsAbnormal))}::boolean[]
  ) as thinned (meter_id, buckets, keeps)`
}

const zoneOf = ({ timeZone }: Selection) => sql`${timeZone}::text`
const ofThinned = sql`${readings.meterId} = thinned.meter_id`
const epoch = sql`extract(epoch from ${readings.createdAt})::float8`

/** Numbers of the readings that stay, by looking at all of them. Pairs with the id in them say whose extreme it is. */
export function thinnedRows(selection: Selection, thinnings: readonly Thinning[]): SQL {
  const rows = sql`${readings} join ${meters} on ${meters.id} = ${readings.meterId}`
  const selected = and(isSelected({ ...selection, meterIds: null }), ofThinned)
  const end = (direction: SQL) => sql`lateral (
    select ${epoch} as at from ${rows} where ${selected}
    order by ${readings.createdAt} ${direction}, ${readings.id} ${direction} limit 1
  )`
  return sql`
    with thinned as materialized (
      select thinned.*, first.at as start, greatest(last.at - first.at, 0.001) as length
      from ${listed(thinnings)}, ${end(sql`asc`)} as first, ${end(sql`desc`)} as last
    ), rows as materialized (
      select thinned.meter_id, thinned.keeps, ${readings.id}::float8 as id, ${epoch} as at, ${readings.value} as value,
        ${readings.isAbnormal} as abnormal,
        least(floor((${epoch} - thinned.start) / thinned.length * thinned.buckets), thinned.buckets - 1) as bucket
      from thinned join ${rows} on ${selected}
    ), kept as (
      select min(array[at, id]) as first, max(array[at, id]) as last,
        min(array[value, id]) filter (where value is not null) as lowest,
        max(array[value, id]) filter (where value is not null) as highest,
        max(id) filter (where abnormal and value is not null and not keeps) as abnormal,
        max(id) filter (where abnormal and value is null and not keeps) as gap
      from rows group by meter_id, bucket
    )
    select one.id::bigint from kept, unnest(array[first[2], last[2], lowest[2], highest[2], abnormal, gap]) as one (id)
    union
    select id::bigint from rows where keeps and abnormal`
}

/**
 * The same for stretches of whole days: extremes from the tallies of days, first and last off the index, so that a
 * million readings a meter cost a thousand steps. The ends of the selection’s own stretch are tallied on the way.
 */
export function thinnedDays(selection: Selection, whole: WholeDays, thinnings: readonly Thinning[]): SQL {
  const zone = zoneOf(selection)
  const of = { ...selection, meterIds: thinnings.map(({ meterId }) => meterId) }
  const day = sql`(${readings.createdAt} at time zone ${zone})::date`
  const tallies = [
    sql`select ${readingDays.meterId} as meter_id, ${readingDays.day} as day, ${readingDays.abnormal} as abnormal,
      ${readingDays.gaps} as gaps, array[${readingDays.lowest}, ${readingDays.lowestId}::float8] as lowest,
      array[${readingDays.highest}, ${readingDays.highestId}::float8] as highest
      from ${readingDays} where ${isTally(of, readingDays, readingDays.day, whole)} and ${readingDays.readings} > 0`,
    ...Object.values(outside(selection, whole))
      .filter((rows) => rows !== undefined)
      .map(
        (rows) => sql`select ${readings.meterId}, ${day}, count(*) filter (where ${readings.isAbnormal}),
          count(*) filter (where ${readings.isAbnormal} and ${readings.value} is null),
          min(array[${readings.value}, ${readings.id}::float8]) filter (where ${readings.value} is not null),
          max(array[${readings.value}, ${readings.id}::float8]) filter (where ${readings.value} is not null)
          from ${readings} where ${and(isTallied(of), rows)} group by 1, 2`,
      ),
  ]
  const near = (of: SQL, slack: string) =>
    sql`(${of})::timestamp at time zone ${zone} ${sql.raw(slack)} interval '3 hours'`
  const one = (days: { from: SQL; to: SQL }, direction: SQL, also?: SQL) => sql`(
    select ${readings.id} from ${readings}
    where ${and(
      eq(readings.organizationId, selection.organizationId),
      sql`${readings.meterId} = kept.meter_id`,
      isNull(readings.deletedAt),
      isIn(selection.stretch),
      sql`${readings.createdAt} >= ${near(days.from, '-')} and ${readings.createdAt} < ${near(sql`${days.to} + 1`, '+')}`,
      sql`${day} between ${days.from} and ${days.to}`,
      also,
    )}
    order by ${readings.createdAt} ${direction}, ${readings.id} ${direction} limit 1
  )`
  const bucket = { from: sql`kept.first_day`, to: sql`kept.last_day` }
  const abnormal = { from: sql`kept.abnormal_day`, to: sql`kept.abnormal_day` }
  const gap = { from: sql`kept.gap_day`, to: sql`kept.gap_day` }
  const isAbnormal = sql`${readings.isAbnormal}`
  return sql`
    with tallies as materialized (${sql.join(tallies, sql` union all `)}), lengths as (
      select thinned.*, min(day) as start, (max(day) - min(day)) / thinned.buckets + 1 as days
      from ${listed(thinnings)} join tallies using (meter_id) group by 1, 2, 3
    ), kept as materialized (
      select tallies.meter_id, min(day) as first_day, max(day) as last_day,
        min(lowest) filter (where lowest[2] is not null) as lowest,
        max(highest) filter (where highest[2] is not null) as highest,
        min(day) filter (where abnormal > gaps and not keeps) as abnormal_day,
        min(day) filter (where gaps > 0 and not keeps) as gap_day
      from tallies join lengths using (meter_id) group by 1, (day - start) / days
    )
    select distinct one.id::bigint from kept, unnest(array[
      lowest[2], highest[2], ${one(bucket, sql`asc`)}, ${one(bucket, sql`desc`)},
      case when abnormal_day is not null then ${one(abnormal, sql`desc`, and(isAbnormal, sql`${readings.value} is not null`))} end,
      case when gap_day is not null then ${one(gap, sql`desc`, and(isAbnormal, isNull(readings.value)))} end
    ]) as one (id)
    union
    select ${readings.id} from ${listed(thinnings)} join ${readings} on ${ofThinned}
    where ${and(isTallied({ ...selection, meterIds: null, onlyAbnormal: true }), isIn(selection.stretch))} and thinned.keeps`
}
