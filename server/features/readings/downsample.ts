import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { meters, readingDays, readings } from '../../db/schema.ts'
import { inRollup, partialDays } from './rollup-counts.ts'
import { inInterval, matchesRollup, matchesSelection, type Selection } from './selection.ts'
import type { WholeDays } from './whole-days.ts'

interface Downsampling {
  meterId: number
  /** Time buckets of which first, last, lowest and highest reading are kept. */
  buckets: number
  /** Keep every abnormal reading; otherwise one per bucket, and one without a value. */
  keepsAbnormal: boolean
}

/** At most `limit` points: abnormal readings first, if they leave half of it. */
export function downsamplingOf(meterId: number, abnormal: number, limit: number): Downsampling {
  const keepsAbnormal = abnormal <= limit / 2
  return { meterId, keepsAbnormal, buckets: Math.floor(keepsAbnormal ? (limit - abnormal) / 4 : limit / 6) }
}

const targetRows = (targets: readonly Downsampling[]) => {
  const array = (values: readonly (number | boolean)[]) => `{${values.join(',')}}`
  return sql`unnest(
    ${array(targets.map(({ meterId }) => meterId))}::bigint[],
    ${array(targets.map(({ buckets }) => buckets))}::int[],
    ${array(targets.map(({ keepsAbnormal }) => keepsAbnormal))}::boolean[]
  ) as target (meter_id, buckets, keeps)`
}

const ofTarget = sql`${readings.meterId} = target.meter_id`
const epoch = sql`extract(epoch from ${readings.createdAt})::float8`

/** Targets with each meter’s first and last reading; `start` in seconds since 1970, `length` in seconds. */
function withBounds(selection: Selection, targets: readonly Downsampling[]): SQL {
  const end = (direction: SQL) => sql`lateral (
    select ${readings.id} as id, ${readings.createdAt} as time, ${epoch} as at
    from ${readings} join ${meters} on ${meters.id} = ${readings.meterId}
    where ${and(matchesSelection({ ...selection, meterIds: null }), ofTarget)}
    order by ${readings.createdAt} ${direction}, ${readings.id} ${direction} limit 1
  )`
  return sql`
    select target.*, first.time as begins, first.at as start, greatest(last.at - first.at, 0.001) as length, last.id as last_id
    from ${targetRows(targets)}, ${end(sql`asc`)} as first, ${end(sql`desc`)} as last`
}

/** Ids to keep, by scanning all rows. Pairs [value, id] carry the id of an extreme. */
export function downsampleRows(selection: Selection, targets: readonly Downsampling[]): SQL {
  const rows = sql`${readings} join ${meters} on ${meters.id} = ${readings.meterId}`
  const selected = and(matchesSelection({ ...selection, meterIds: null }), ofTarget)
  return sql`
    with target as materialized (${withBounds(selection, targets)}), rows as materialized (
      select target.meter_id, target.keeps, ${readings.id}::float8 as id, ${epoch} as at, ${readings.value} as value,
        ${readings.isAbnormal} as abnormal,
        least(floor((${epoch} - target.start) / target.length * target.buckets), target.buckets - 1) as bucket
      from target join ${rows} on ${selected}
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
 * Without scanning all rows: extremes come from the rollups of days, and the shape from sampling, by index, the first
 * reading of equal time steps. A million readings of a meter cost a thousand lookups. Partial days at the ends are
 * aggregated on the fly.
 */
export function downsampleDays(
  selection: Selection,
  whole: WholeDays,
  targets: readonly Downsampling[],
): SQL {
  const zone = sql`${selection.timeZone}::text`
  const of = { ...selection, meterIds: targets.map(({ meterId }) => meterId) }
  const day = sql`(${readings.createdAt} at time zone ${zone})::date`
  const rollups = [
    sql`select ${readingDays.meterId} as meter_id, ${readingDays.day} as day, ${readingDays.abnormal} as abnormal,
      ${readingDays.gaps} as gaps, array[${readingDays.lowest}, ${readingDays.lowestId}::float8] as lowest,
      array[${readingDays.highest}, ${readingDays.highestId}::float8] as highest
      from ${readingDays} where ${inRollup(of, readingDays, readingDays.day, whole)} and ${readingDays.readings} > 0`,
    ...Object.values(partialDays(selection, whole))
      .filter((rows) => rows !== undefined)
      .map(
        (rows) => sql`select ${readings.meterId}, ${day}, count(*) filter (where ${readings.isAbnormal}),
          count(*) filter (where ${readings.isAbnormal} and ${readings.value} is null),
          min(array[${readings.value}, ${readings.id}::float8]) filter (where ${readings.value} is not null),
          max(array[${readings.value}, ${readings.id}::float8]) filter (where ${readings.value} is not null)
          from ${readings} where ${and(matchesRollup(of), rows)} group by 1, 2`,
      ),
  ]
  // Only conditions of the index: with one on the local day the planner sorts all readings of the day.
  const first = (meterId: SQL, from: SQL, also?: SQL) => sql`
    select ${readings.id} as id from ${readings}
    where ${and(
      eq(readings.organizationId, selection.organizationId),
      sql`${readings.meterId} = ${meterId}`,
      isNull(readings.deletedAt),
      inInterval(selection.interval),
      sql`${readings.timeMark} is distinct from 'unconfirmed'`,
      sql`${readings.createdAt} >= ${from}`,
      also,
    )}
    order by ${readings.createdAt}, ${readings.id} limit 1`
  const abnormal = (day: SQL, also: SQL) => {
    // Not midnight itself, which occurs twice where clocks go back to it.
    const from = sql`(${day}::timestamp - interval '1 ms') at time zone ${zone} + interval '1 ms'`
    // Three hours exceed any change of clocks.
    const before = sql`${readings.createdAt} < (${day} + 1)::timestamp at time zone ${zone} + interval '3 hours'`
    return sql`select (${first(sql`kept.meter_id`, from, and(sql`${readings.isAbnormal}`, before, also))})
      from kept where ${day} is not null`
  }
  return sql`
    with target as materialized (${withBounds(selection, targets)}),
    rollups as materialized (${sql.join(rollups, sql` union all `)}), lengths as (
      select target.meter_id, keeps, min(day) as start, (max(day) - min(day)) / buckets + 1 as days
      from target join rollups using (meter_id) group by target.meter_id, keeps, buckets
    ), kept as materialized (
      select rollups.meter_id,
        (min(lowest) filter (where lowest[2] is not null))[2]::bigint as lowest,
        (max(highest) filter (where highest[2] is not null))[2]::bigint as highest,
        min(day) filter (where abnormal > gaps and not keeps) as abnormal_day,
        min(day) filter (where gaps > 0 and not keeps) as gap_day
      from rollups join lengths using (meter_id) group by rollups.meter_id, (day - start) / days
    ), shapes as (
      select target.*, case when keeps then 4 * buckets - 2 * marked else 6 * buckets - 4 * marked end - 1 as steps
      from target join (select meter_id, count(*)::int as marked from kept group by 1) as days using (meter_id)
    )
    select last_id from target
    union select lowest from kept
    union select highest from kept
    union select shape.id from shapes, generate_series(0, steps - 1) as i, lateral (
      ${first(sql`shapes.meter_id`, sql`shapes.begins + i * shapes.length / steps * interval '1 second'`)}
    ) as shape
    union ${abnormal(sql`abnormal_day`, sql`${readings.value} is not null`)}
    union ${abnormal(sql`gap_day`, sql`${readings.value} is null`)}
    union select ${readings.id} from target join ${readings} on ${ofTarget}
    where ${and(matchesRollup({ ...selection, meterIds: null, onlyAbnormal: true }), inInterval(selection.interval))} and target.keeps`
}
