import { type SQL, sql } from 'drizzle-orm'
import type { ClosingCandidate, Tolerance } from '../../../contract/closing/closingReading.ts'
import { isCorrected, type Reading } from '../../../contract/readings.ts'
import { readState } from '../../../contract/values/abnormal.ts'
import { executePrepared, type Tx } from '../../db/client.ts'
import { readings } from '../../db/schema.ts'
import { isUnconfirmed } from '../../db/unconfirmed-reading.ts'

/** A closing time of a meter; `at` in milliseconds since 1970. */
export interface ClosingTime {
  meterId: number
  at: number
  tolerance: Tolerance
}

export interface Candidate extends ClosingCandidate {
  isCorrected: boolean
  pictureSha256: string | null
}

type Row = Pick<Reading, 'source' | 'value_source' | 'read_value' | 'device_value' | 'image'> & {
  meterId: number
  closingAt: number
  id: number
  value: number
  at: number
}

/** Names a closing time of a meter. */
export const keyOf = ({ meterId, at }: Pick<ClosingTime, 'meterId' | 'at'>): string => `${meterId} ${at}`

const list = (values: readonly (number | string)[]) => `{${values.join(',')}}`

const closingTimes = (times: readonly ClosingTime[]): SQL => sql`
  unnest(${list(times.map(({ meterId }) => meterId))}::bigint[],
    ${list(times.map(({ at }) => new Date(at).toISOString()))}::timestamptz[],
    ${list(times.map(({ tolerance }) => tolerance.deviceHours))}::int[],
    ${list(times.map(({ tolerance }) => tolerance.roundDays * 24))}::int[])
    as closing (meter_id, at, device_hours, round_hours)`

const ownTolerance = sql`case when ${readings.source} in ('camera', 'analog') then closing.device_hours
  else closing.round_hours end * interval '1 hour'`

/** The readings near a closing time. The greatest tolerance bounds the part of the index that is looked at. */
const isNear = (organizationId: number): SQL => sql`${readings.organizationId} = ${organizationId}
  and ${readings.meterId} = closing.meter_id and ${readings.deletedAt} is null
  and ${readings.createdAt} between closing.at - greatest(closing.device_hours, closing.round_hours) * interval '1 hour'
    and closing.at + greatest(closing.device_hours, closing.round_hours) * interval '1 hour'
  and ${readings.createdAt} between closing.at - ${ownTolerance} and closing.at + ${ownTolerance}`

/**
 * The last confirmed reading until each closing time and the first one behind it, a step into the meter's index each.
 * Which of them closes the period is decided by `closingReadingOf`.
 */
export function candidatesSql(organizationId: number, times: readonly ClosingTime[]): SQL {
  const confirmed = sql`select ${readings.id} as id, ${readings.value} as value, ${readings.createdAt} as at,
      ${readings.source} as source, ${readings.valueSource} as value_source, ${readings.readValue} as read_value,
      ${readings.deviceValue} as device_value, ${readings.pictureSha256} as image
    from ${readings} where ${isNear(organizationId)} and ${readings.value} is not null
      and ${isUnconfirmed} is not true`
  return sql`
    select closing.meter_id::float8 as "meterId", (extract(epoch from closing.at) * 1000)::float8 as "closingAt",
      found.id::float8 as id, found.value, (extract(epoch from found.at) * 1000)::float8 as at, found.source,
      found.value_source, found.read_value, found.device_value, found.image
    from ${closingTimes(times)} cross join lateral (
      (${confirmed} and ${readings.createdAt} <= closing.at
        order by ${readings.createdAt} desc, ${readings.id} desc limit 1)
      union all
      (${confirmed} and ${readings.createdAt} > closing.at order by ${readings.createdAt}, ${readings.id} limit 1)
    ) as found
    order by found.at, found.id`
}

/** Returns the confirmed readings next to each closing time, in the order of time, by `keyOf`. */
export async function findCandidates(
  tx: Tx,
  organizationId: number,
  times: readonly ClosingTime[],
): Promise<Map<string, Candidate[]>> {
  if (times.length === 0) return new Map()
  const rows = await executePrepared<Row>(tx, candidatesSql(organizationId, times))
  const found = new Map<string, Candidate[]>()
  for (const row of rows) {
    const key = keyOf({ meterId: row.meterId, at: row.closingAt })
    const candidate = {
      at: row.at,
      value: row.value,
      readingId: row.id,
      isEstimate: false,
      isOfDevice: row.source === 'camera' || row.source === 'analog',
      isConfirmed: true,
      isCorrected: isCorrected(row),
      pictureSha256: row.image,
    }
    found.set(key, [...(found.get(key) ?? []), candidate])
  }
  return found
}

/** Returns which closing times have readings near them that a person should look at first, by `keyOf`. */
export const findUnconfirmed = (tx: Tx, organizationId: number, times: readonly ClosingTime[]) =>
  findNear(tx, organizationId, times, isUnconfirmed)

/** Returns which closing times have pictures near them that are being read, by `keyOf`. */
export const findUnread = (tx: Tx, organizationId: number, times: readonly ClosingTime[]) =>
  findNear(tx, organizationId, times, sql`${readings.readState} = ${readState.unprocessed}`)

async function findNear(
  tx: Tx,
  organizationId: number,
  times: readonly ClosingTime[],
  which: SQL,
): Promise<Set<string>> {
  if (times.length === 0) return new Set()
  const rows = await executePrepared<{ meterId: number; at: number }>(
    tx,
    sql`
    select closing.meter_id::float8 as "meterId", (extract(epoch from closing.at) * 1000)::float8 as at
    from ${closingTimes(times)}
    where exists (select from ${readings} where ${isNear(organizationId)} and ${which})`,
  )
  return new Set(rows.map(keyOf))
}
