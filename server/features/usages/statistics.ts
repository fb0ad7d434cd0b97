import { eq, type SQL, sql } from 'drizzle-orm'
import type { Input } from '../../../contract/calls/endpoint.ts'
import type { StatisticsRow, statisticsEndpoints } from '../../../contract/usage/statistics.ts'
import { isCorrected } from '../../../contract/values/readingState.ts'
import type { Session } from '../../api/call.ts'
import { executePrepared, type Tx } from '../../db/client.ts'
import { meters, readings } from '../../db/schema.ts'
import { isUnconfirmed } from '../../db/unconfirmed-reading.ts'
import type { Presenter } from '../../presenter.ts'
import { isoInZone } from '../../time-zone.ts'
import { countersOf } from '../readings/index.ts'
import { boundariesOf, countPeriods } from './periods.ts'
import { assertFew, daysOf } from './service.ts'

type Query = Input<(typeof statisticsEndpoints)['readingStatistics']>['query']

interface Found {
  meterId: number
  /** Which of the periods, from 0. */
  period: number
  count: number
  mean: number
  minimumId: number
  maximumId: number
}

/** The statistics of the meters that do not count up, by their ids and by time. */
export async function statisticsOf(
  tx: Tx,
  { organizationId, timeZone }: Pick<Session, 'organizationId' | 'timeZone'>,
  query: Query,
  present: Presenter,
): Promise<StatisticsRow[]> {
  const days = daysOf(query)
  const gauges = await gaugesOf(tx, organizationId, query.meter_ids)
  assertFew(Math.max(1, gauges.length) * countPeriods(query.period, days))
  const boundaries = boundariesOf(query.period, days, timeZone)
  const select =
    query.period === 'hour' ? hoursSql(boundaries) : daysSql(boundaries.map((at) => dayOf(timeZone, at)))
  const found = await executePrepared<Found>(tx, select(organizationId, `{${gauges.join(',')}}`))
  const byPeriod = new Map(found.map((row) => [`${row.meterId} ${row.period}`, row]))
  const extremes = await findExtremes(
    tx,
    organizationId,
    found.flatMap(({ minimumId, maximumId }) => [minimumId, maximumId]),
    present,
  )
  return gauges.flatMap((meterId) =>
    boundaries.slice(1).map((to, period) => {
      const row = byPeriod.get(`${meterId} ${period}`)
      return {
        meter_id: meterId,
        from: present.instant(boundaries[period] ?? to),
        to: present.instant(to),
        count: row?.count ?? 0,
        maximum: (row && extremes.get(row.maximumId)) ?? null,
        minimum: (row && extremes.get(row.minimumId)) ?? null,
        mean: row?.mean ?? null,
      }
    }),
  )
}

const dayOf = (zone: string, at: number) => isoInZone(zone, at).slice(0, 'YYYY-MM-DD'.length)

/** Returns the ids of the meters that do not count up, in order. */
async function gaugesOf(
  tx: Tx,
  organizationId: number,
  meterIds: readonly number[] | undefined,
): Promise<number[]> {
  const counters = await countersOf(tx, organizationId, meterIds ?? null)
  const rows = await tx
    .select({ id: meters.id })
    .from(meters)
    .where(eq(meters.organizationId, organizationId))
    .orderBy(meters.id)
  const asked = meterIds && new Set(meterIds)
  return rows.map(({ id }) => id).filter((id) => !counters.has(id) && asked?.has(id) !== false)
}

type SelectStatistics = (organizationId: number, meterIds: string) => SQL

/** From the rollups. `days`: the first day of each period and the one after the last, as `YYYY-MM-DD`. */
const daysSql =
  (days: readonly string[]): SelectStatistics =>
  (organizationId, meterIds) =>
    sql`
    select meter_id::float8 as "meterId", width_bucket(day, ${`{${days.join(',')}}`}::date[]) - 1 as period,
      sum(measured)::float8 as count, (sum(total) / sum(measured))::float8 as mean,
      (min(array[lowest, lowest_id]))[2] as "minimumId", (max(array[highest, highest_id]))[2] as "maximumId"
    from reading_days
    where organization_id = ${organizationId} and meter_id = any(${meterIds}::bigint[]) and measured > 0
      and day >= ${days[0]}::date and day < ${days.at(-1)}::date
    group by 1, 2`

/** From the readings, because there is no rollup of hours. */
const hoursSql =
  (boundaries: readonly number[]): SelectStatistics =>
  (organizationId, meterIds) => {
    const times = boundaries.map((at) => new Date(at).toISOString())
    return sql`
      select meter_id::float8 as "meterId", width_bucket(created_at, ${`{${times.join(',')}}`}::timestamptz[]) - 1 as period,
        count(*)::float8 as count, avg(value::numeric)::float8 as mean,
        (min(array[value, id]))[2] as "minimumId", (max(array[value, id]))[2] as "maximumId"
      from readings
      where organization_id = ${organizationId} and meter_id = any(${meterIds}::bigint[]) and deleted_at is null
        and value is not null and time_mark is distinct from 'unconfirmed'
        and created_at >= ${times[0]}::timestamptz and created_at < ${times.at(-1)}::timestamptz
      group by 1, 2`
  }

/** Returns what is shown of readings that are extremes, by their ids. */
async function findExtremes(
  tx: Tx,
  organizationId: number,
  ids: readonly number[],
  present: Presenter,
): Promise<Map<number, NonNullable<StatisticsRow['maximum']>>> {
  const rows = await tx
    .select({
      id: readings.id,
      value: readings.value,
      createdAt: readings.createdAt,
      source: readings.source,
      value_source: readings.valueSource,
      read_value: readings.readValue,
      device_value: readings.deviceValue,
      image: readings.pictureSha256,
      isUnsure: sql<boolean>`coalesce(${isUnconfirmed}, false)`,
    })
    .from(readings)
    .where(
      sql`${readings.organizationId} = ${organizationId} and ${readings.id} = any(${`{${ids.join(',')}}`}::bigint[])`,
    )
  return new Map(
    rows.flatMap(({ id, value, createdAt, isUnsure, ...from }) =>
      value === null
        ? []
        : [
            [
              id,
              {
                value,
                at: present.instant(createdAt),
                reading_id: id,
                is_unsure: isUnsure,
                is_corrected: isCorrected(from),
              },
            ],
          ],
    ),
  )
}
