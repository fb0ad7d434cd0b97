import { and, eq, type SQL, sql } from 'drizzle-orm'
import { categoryType } from '../../../contract/categories.ts'
import type { DeviceHistory } from '../../../contract/devices.ts'
import { type ReadState, readState } from '../../../contract/values/abnormal.ts'
import { isReadableType } from '../../../contract/values/readingSettings.ts'
import type { Tx } from '../../db/client.ts'
import { categories, deviceErrors, deviceOutages, deviceReports, meters, readings } from '../../db/schema.ts'
import type { Interval } from '../../interval.ts'
import { createdWithin } from '../../newest-first.ts'
import type { Presenter } from '../../presenter.ts'

/** Reports of an answer that are all given. */
const maxReports = 2000
/** Reports that are scanned for their extremes, a month of minutes; beyond, samples are taken by the index. */
const maxScanned = 50_000
/** Time buckets of which first, last, weakest and strongest report are kept. */
const buckets = 400
/** Parts of a bucket, from whose beginnings so many reports each are looked at: 51,200 in all. */
const parts = 8
const sampleSize = 16
/** Types of meters that can be read. */
const readableTypes = Object.values(categoryType).filter(isReadableType)
/** Reports with errors that are kept besides. */
const maxErrors = 200

interface HistoryRow {
  id: number
  createdAt: number
  dbm: number | null
  batteryPer: number | null
  other: string | null
  logs: string | null
  errorId: number | null
  receivedAt: number
  /** Of an outage that ended with it. */
  silentSince: number | null
  missing: number | null
  processed: number
  unprocessed: number
  failed: number
  /** Pictures of meters without reading settings. */
  waitingForSettings: number
  /** Pictures of meters that cannot be read, whose values a person types. */
  waitingForValue: number
}

/** Reports of a device, oldest first: all of them, or of very many those that carry the shape of its signal. */
export async function historyOf(
  tx: Tx,
  organizationId: number,
  deviceId: number,
  interval: Interval,
  { scanned = maxScanned } = {},
): Promise<HistoryRow[]> {
  const within = reportsWithin(organizationId, deviceId, interval)
  const reports = await countUpTo(tx, within, scanned + 1)
  const kept =
    reports <= maxReports
      ? sql`select ${deviceReports.id} from ${deviceReports} where ${within}`
      : sql`${extremes(within, reports <= scanned ? null : sampleSize)}
          union ${withErrors(organizationId, deviceId, interval)}`
  const count = (state: ReadState, condition = sql`true`) =>
    sql`(count(*) filter (where ${readings.readState} = ${state} and ${condition}))::int`
  // As an array: lookups by key, where the planner would scan the device’s reports.
  const { rows } = await tx.execute<HistoryRow & Record<string, unknown>>(sql`
    select ${deviceReports.id}::float8 as id,
      (extract(epoch from ${deviceReports.createdAt}) * 1000)::float8 as "createdAt",
      ${deviceReports.dbm} as dbm, ${deviceReports.batteryPer} as "batteryPer", ${deviceReports.other} as other,
      ${deviceReports.logs} as logs, failure.id as "errorId",
      (extract(epoch from ${deviceReports.receivedAt}) * 1000)::float8 as "receivedAt", ended.*, of_readings.*
    from ${deviceReports}
    left join lateral (
      select (extract(epoch from ${deviceOutages.since}) * 1000)::float8 as "silentSince",
        ${deviceOutages.missing} as missing
      from ${deviceOutages}
      where ${deviceOutages.deviceId} = ${deviceReports.deviceId}
        and ${deviceOutages.endedAt} = ${deviceReports.receivedAt}
    ) as ended on true, lateral (
      select min(${deviceErrors.id})::float8 as id from ${deviceErrors}
      where ${deviceErrors.reportId} = ${deviceReports.id}
    ) as failure, lateral (
      select ${count(readState.processed)} as processed, ${count(readState.unprocessed)} as unprocessed,
        ${count(readState.failed)} as failed,
        ${count(readState.waiting, sql`${categories.type} in ${readableTypes}`)} as "waitingForSettings",
        ${count(readState.waiting, sql`${categories.type} not in ${readableTypes}`)} as "waitingForValue"
      from ${readings}
      join ${meters} on ${meters.id} = ${readings.meterId}
      join ${categories} on ${categories.id} = ${meters.meterCategoryId}
      where ${readings.reportId} = ${deviceReports.id} and ${readings.deletedAt} is null
    ) as of_readings
    where ${within} and ${deviceReports.id} = any(array(${kept}))
    order by ${deviceReports.createdAt}, ${deviceReports.id}`)
  return rows
}

const reportsWithin = (organizationId: number, deviceId: number, interval: Interval) =>
  and(
    eq(deviceReports.organizationId, organizationId),
    eq(deviceReports.deviceId, deviceId),
    createdWithin(deviceReports, interval),
  )

/** In order, so that the index is read and no report of another device. */
async function countUpTo(tx: Tx, selected: SQL | undefined, max: number): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`
    select count(*)::int as n from (
      select from ${deviceReports} where ${selected}
      order by ${deviceReports.createdAt}, ${deviceReports.id} limit ${max}
    ) as counted`)
  return rows[0]?.n ?? 0
}

/** Ids to keep. `sample`: reports of each part of a bucket that are looked at; null: all. */
function extremes(selected: SQL | undefined, sample: number | null): SQL {
  const end = (direction: SQL) => sql`(
    select ${deviceReports.createdAt} as time from ${deviceReports} where ${selected}
    order by ${deviceReports.createdAt} ${direction}, ${deviceReports.id} ${direction} limit 1
  )`
  const time = (part: SQL) => sql`start + (${part}) * length / ${buckets * parts} * interval '1 second'`
  return sql`
    with bounds as materialized (
      select first.time as start, extract(epoch from last.time - first.time)::float8 + 0.001 as length
      from ${end(sql`asc`)} as first, ${end(sql`desc`)} as last
    ), kept as (
      select min(array[at, id]) as first, max(array[at, id]) as last,
        min(array[dbm, id]) filter (where dbm is not null) as weakest,
        max(array[dbm, id]) filter (where dbm is not null) as strongest
      from bounds, generate_series(0, ${buckets * parts - 1}::int) as part, lateral (
        select ${deviceReports.id}::float8 as id, ${deviceReports.dbm}::float8 as dbm,
          extract(epoch from ${deviceReports.createdAt})::float8 as at
        from ${deviceReports}
        where ${selected} and ${deviceReports.createdAt} >= ${time(sql`part`)}
          and ${deviceReports.createdAt} < ${time(sql`part + 1`)}
        order by ${deviceReports.createdAt}, ${deviceReports.id} limit ${sample}
      ) as looked_at
      group by part / ${parts}
    )
    select one.id::bigint from kept, unnest(array[first[2], last[2], weakest[2], strongest[2]]) as one (id)`
}

/** The latest ones: what went wrong is to be found in the graph. */
const withErrors = (organizationId: number, deviceId: number, interval: Interval) => sql`(
  select ${deviceErrors.reportId} from ${deviceErrors}
  where ${deviceErrors.organizationId} = ${organizationId} and ${deviceErrors.deviceId} = ${deviceId}
    and ${createdWithin(deviceErrors, interval) ?? sql`true`}
  order by ${deviceErrors.createdAt} desc, ${deviceErrors.id} desc limit ${maxErrors}
)`

export const presentReport = (row: HistoryRow, present: Presenter): DeviceHistory => ({
  id: row.id,
  created_at: present.instant(row.createdAt),
  dbm: row.dbm,
  battery_per: row.batteryPer,
  other: [outageText(row, present), row.other].filter((text) => text !== null).join('、') || null,
  logs: row.logs,
  error_id: row.errorId,
  ai_predict_status: predictStatus(row),
})

const hour = 3_600_000

/** How long a device was silent until this report. */
function outageText({ silentSince, receivedAt, missing }: HistoryRow, present: Presenter): string | null {
  if (silentSince === null) return null
  const since = present.instant(silentSince).slice(0, 16).replace('T', ' ')
  const hours = Math.max(1, Math.round((receivedAt - silentSince) / hour))
  const length = hours < 48 ? `${hours}時間` : `${Math.round(hours / 24)}日`
  return `通信が復旧（${since} から約${length}途絶、復旧時点の未着 ${missing ?? 0}件）`
}

function predictStatus(row: HistoryRow): string | null {
  const parts = [
    ['読取済', row.processed],
    ['読取中', row.unprocessed],
    ['読取失敗', row.failed],
    ['設定待ち', row.waitingForSettings],
    ['入力待ち', row.waitingForValue],
  ] as const
  const words = parts.flatMap(([word, number]) => (number > 0 ? [`${word} ${number}件`] : []))
  return words.length === 0 ? null : words.join('、')
}
