import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Reading } from '../../../contract/readings.ts'
import type { Entry } from '../../../contract/usage/timeline.ts'
import { isCorrected } from '../../../contract/values/readingState.ts'
import { executePrepared, type Tx } from '../../db/client.ts'
import type { MeterKey } from '../../db/reading-order.ts'
import { meterEstimates } from '../../db/schema.ts'
import { isOneOf } from '../readings/index.ts'

/** A moment at which the index of a meter is asked for; `at` in milliseconds since 1970. */
export interface Asked {
  meterId: number
  at: number
}

/** A reading or an estimate as the ledger counts it. */
export interface Index extends Entry {
  isCorrected: boolean
}

/** What the ledger must know of a reading. */
interface Found {
  id: number
  value: number
  at: number
  /** Null unless a person changed the value: few rows carry it. */
  changed: Pick<Reading, 'source' | 'value_source' | 'read_value' | 'device_value' | 'image'> | null
}

/** Both sides of a moment; nulls where there is no reading. */
interface IndexRow {
  meterId: number
  id: number | null
  value: number
  at: number
  changed: Found['changed']
  nextId: number | null
  nextValue: number
  nextAt: number
  nextChanged: Found['changed']
}

/**
 * The last reading until each moment, and where it is not of that moment, the first one behind it: a step into the
 * meter's index each, however many readings lie in between. Readings of an unconfirmed time are passed over.
 */
export function indicesSql(organizationId: number, asked: readonly Asked[]): SQL {
  const columns = sql`r.id, r.value, r.created_at, r.source, r.value_source, r.read_value, r.device_value,
    r.picture_sha256 from readings r where r.organization_id = ${organizationId} and r.meter_id = asked.meter_id
    and r.deleted_at is null and r.value is not null and r.time_mark is distinct from 'unconfirmed'`
  const at = (side: SQL) => sql`(extract(epoch from ${side}.created_at) * 1000)::float8`
  const changed = (side: SQL) => sql`case when ${side}.value_source = 'corrected' then json_build_object(
    'source', ${side}.source, 'value_source', ${side}.value_source, 'read_value', ${side}.read_value,
    'device_value', ${side}.device_value, 'image', ${side}.picture_sha256) end`
  const [until, behind] = [sql`until`, sql`behind`]
  return sql`
    select asked.meter_id::float8 as "meterId",
      until.id::float8 as id, until.value, ${at(until)} as at, ${changed(until)} as changed,
      behind.id::float8 as "nextId", behind.value as "nextValue", ${at(behind)} as "nextAt",
      ${changed(behind)} as "nextChanged"
    from unnest(${`{${asked.map(({ meterId }) => meterId).join(',')}}`}::bigint[],
        ${timestamps(asked)}::timestamptz[]) as asked (meter_id, at)
      left join lateral (
        select ${columns} and r.created_at <= asked.at order by r.created_at desc, r.id desc limit 1
      ) as until on true
      left join lateral (
        select ${columns} and r.created_at > asked.at and until.created_at is distinct from asked.at
        order by r.created_at, r.id limit 1
      ) as behind on true`
}

/** Returns moments as an array of PostgreSQL. Each is written once, because meters share them. */
export function timestamps(moments: readonly Pick<Asked, 'at'>[]): string {
  const texts = new Map(moments.map(({ at }) => [at, '']))
  for (const at of texts.keys()) texts.set(at, new Date(at).toISOString())
  return `{${moments.map(({ at }) => texts.get(at)).join(',')}}`
}

/** Returns the estimates of meters, by meter and in the order of time. They are few: people make them one by one. */
export async function findEstimates(
  tx: Tx,
  organizationId: number,
  meterIds: readonly number[],
): Promise<Map<number, Index[]>> {
  if (meterIds.length === 0) return new Map()
  const { meterId, at, value } = meterEstimates
  const rows = await tx
    .select({ meterId, at, value })
    .from(meterEstimates)
    .where(and(eq(meterEstimates.organizationId, organizationId), isOneOf(meterId, meterIds)))
    .orderBy(meterId, at)
  return Map.groupBy(
    rows.map((row) => ({
      ...row,
      at: row.at.getTime(),
      readingId: null,
      isEstimate: true,
      isCorrected: false,
    })),
    (row) => row.meterId,
  )
}

/** When a row of `meters` was read for the first time, in milliseconds since 1970; when registered, if it never was. */
export const begunAtSql = sql<number>`(extract(epoch from coalesce((
  select r.created_at from readings r where r.organization_id = meters.organization_id and r.meter_id = meters.id
    and r.deleted_at is null and r.value is not null and r.time_mark is distinct from 'unconfirmed'
  order by r.created_at, r.id limit 1), meters.created_at)) * 1000)::float8`

/** Returns when the first and the last reading of a meter that count were measured; null without any. */
export async function findFirstAndLast(
  tx: Tx,
  { organizationId, id }: MeterKey,
): Promise<{ first: number; last: number } | null> {
  const rows = await executePrepared<{ first: number | null; last: number | null }>(
    tx,
    sql`
    select (extract(epoch from min(r.created_at)) * 1000)::float8 as first,
      (extract(epoch from max(r.created_at)) * 1000)::float8 as last
    from readings r where r.organization_id = ${organizationId} and r.meter_id = ${id} and r.deleted_at is null
      and r.value is not null and r.time_mark is distinct from 'unconfirmed'`,
  )
  const { first = null, last = null } = rows[0] ?? {}
  return first === null || last === null ? null : { first, last }
}

/** Returns the readings next to the moments, by meter and in the order of time. */
export async function findIndices(
  tx: Tx,
  organizationId: number,
  asked: readonly Asked[],
): Promise<Map<number, Index[]>> {
  if (asked.length === 0) return new Map()
  const found = new Map<number, Index[]>()
  for (const row of await executePrepared<IndexRow>(tx, indicesSql(organizationId, asked))) {
    const { meterId, id, value, at, changed, nextId, nextValue, nextAt, nextChanged } = row
    const ofMeter = found.get(meterId) ?? []
    if (ofMeter.length === 0) found.set(meterId, ofMeter)
    if (id !== null) ofMeter.push(indexOf({ id, value, at, changed }))
    if (nextId !== null)
      ofMeter.push(indexOf({ id: nextId, value: nextValue, at: nextAt, changed: nextChanged }))
  }
  for (const [meterId, ofMeter] of found) {
    const sorted = ofMeter.sort((a, b) => a.at - b.at || (a.readingId ?? 0) - (b.readingId ?? 0))
    // Neighbouring moments can have the same reading between them.
    found.set(
      meterId,
      sorted.filter(({ readingId }, index) => readingId !== sorted[index - 1]?.readingId),
    )
  }
  return found
}

const indexOf = ({ id, value, at, changed }: Found): Index => ({
  at,
  value,
  readingId: id,
  isEstimate: false,
  isCorrected: changed !== null && isCorrected(changed),
})
