import { type SQL, sql } from 'drizzle-orm'
import type { ClosingCandidate, Tolerance } from '../../../contract/closing/closingReading.ts'
import type { Reading } from '../../../contract/readings.ts'
import { readState } from '../../../contract/values/abnormal.ts'
import { isCorrected } from '../../../contract/values/readingState.ts'
import { executePrepared, type Tx } from '../../db/client.ts'
import { readings } from '../../db/schema.ts'
import { isUnconfirmed } from '../../db/unconfirmed-reading.ts'
import { timestamps } from '../usages/index.ts'

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
  /** Of the closing time, from 1. */
  number: number
  id: number
  value: number
  at: number
}

/** Names a closing time of a meter. */
export const keyOf = ({ meterId, at }: Pick<ClosingTime, 'meterId' | 'at'>): string => `${meterId} ${at}`

const list = (values: readonly number[]) => `{${values.join(',')}}`

const closingTimes = (times: readonly ClosingTime[]): SQL => sql`
  unnest(${list(times.map(({ meterId }) => meterId))}::bigint[],
    ${timestamps(times)}::timestamptz[],
    ${list(times.map(({ tolerance }) => tolerance.deviceHours))}::int[],
    ${list(times.map(({ tolerance }) => tolerance.roundDays * 24))}::int[]) with ordinality
    as closing (meter_id, at, device_hours, round_hours, number)`

const ownTolerance = sql`case when ${readings.source} in ('camera', 'analog') then closing.device_hours
  else closing.round_hours end * interval '1 hour'`

/** The readings near a closing time. The greatest tolerance bounds the part of the index that is looked at. */
const isNear = (organizationId: number): SQL => sql`${readings.organizationId} = ${organizationId}
  and ${readings.meterId} = closing.meter_id and ${readings.deletedAt} is null
  and ${readings.createdAt} between closing.at - greatest(closing.device_hours, closing.round_hours) * interval '1 hour'
    and closing.at + greatest(closing.device_hours, closing.round_hours) * interval '1 hour'
  and ${readings.createdAt} between closing.at - ${ownTolerance} and closing.at + ${ownTolerance}`

const sides = {
  until: sql`${readings.createdAt} <= closing.at order by ${readings.createdAt} desc, ${readings.id} desc`,
  behind: sql`${readings.createdAt} > closing.at order by ${readings.createdAt}, ${readings.id}`,
}

/** The last confirmed reading until each closing time, or the first one behind it: a step into the meter's index. */
export const candidatesSql = (
  organizationId: number,
  times: readonly ClosingTime[],
  side: keyof typeof sides,
): SQL => sql`
  select closing.number::int as number, found.id::float8 as id, found.value,
    (extract(epoch from found.at) * 1000)::float8 as at, found.source, found.value_source, found.read_value,
    found.device_value, found.image
  from ${closingTimes(times)} cross join lateral (
    select ${readings.id} as id, ${readings.value} as value, ${readings.createdAt} as at,
      ${readings.source} as source, ${readings.valueSource} as value_source, ${readings.readValue} as read_value,
      ${readings.deviceValue} as device_value, ${readings.pictureSha256} as image
    from ${readings} where ${isNear(organizationId)} and ${readings.value} is not null
      and ${isUnconfirmed} is not true and ${sides[side]} limit 1
  ) as found`

/**
 * Returns the confirmed reading that is next to each closing time: the last one until it, else the first one behind it. An
 * estimate does not come before either, as `closingReadingOf` says.
 */
export async function findCandidates(
  tx: Tx,
  organizationId: number,
  times: readonly ClosingTime[],
): Promise<Map<ClosingTime, Candidate>> {
  const found = new Map<ClosingTime, Candidate>()
  for (const side of ['until', 'behind'] as const) {
    const asked = times.filter((time) => !found.has(time))
    const rows =
      asked.length === 0 ? [] : await executePrepared<Row>(tx, candidatesSql(organizationId, asked, side))
    for (const row of rows) {
      const time = asked[row.number - 1]
      if (time !== undefined) found.set(time, candidateOf(row))
    }
  }
  return found
}

const candidateOf = (row: Row): Candidate => ({
  at: row.at,
  value: row.value,
  readingId: row.id,
  isEstimate: false,
  isOfDevice: row.source === 'camera' || row.source === 'analog',
  isConfirmed: true,
  isCorrected: isCorrected(row),
  pictureSha256: row.image,
})

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
