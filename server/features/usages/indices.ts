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

interface IndexRow {
  meterId: number
  id: number
  value: number
  at: number
  /** Null unless a person changed the value: few rows carry it. */
  changed: Pick<Reading, 'source' | 'value_source' | 'read_value' | 'device_value' | 'image'> | null
}

/**
 * The last reading until each moment, and where it is not of that moment, the first one behind it: a step into the
 * meter's index each, however many readings lie in between. Readings of an unconfirmed time are passed over.
 */
export function indicesSql(organizationId: number, asked: readonly Asked[]): SQL {
  const columns = sql`r.id, r.meter_id, r.value, r.created_at, r.source, r.value_source, r.read_value, r.device_value,
    r.picture_sha256 from readings r where r.organization_id = ${organizationId} and r.meter_id = asked.meter_id
    and r.deleted_at is null and r.value is not null and r.time_mark is distinct from 'unconfirmed'`
  return sql`
    select distinct on (found.meter_id, found.created_at, found.id) found.meter_id::float8 as "meterId",
      found.id::float8 as id, found.value, (extract(epoch from found.created_at) * 1000)::float8 as at,
      case when found.value_source = 'corrected' then json_build_object('source', found.source,
        'value_source', found.value_source, 'read_value', found.read_value, 'device_value', found.device_value,
        'image', found.picture_sha256) end as changed
    from unnest(${`{${asked.map(({ meterId }) => meterId).join(',')}}`}::bigint[],
        ${timestamps(asked)}::timestamptz[]) as asked (meter_id, at)
      left join lateral (
        select ${columns} and r.created_at <= asked.at order by r.created_at desc, r.id desc limit 1
      ) as until on true
      left join lateral (
        select ${columns} and r.created_at > asked.at and until.created_at is distinct from asked.at
        order by r.created_at, r.id limit 1
      ) as behind on true
      cross join lateral (select (until).* union all select (behind).*) as found
    where found.id is not null
    order by found.meter_id, found.created_at, found.id`
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
  const rows = await executePrepared<IndexRow>(tx, indicesSql(organizationId, asked))
  return Map.groupBy(
    rows.map((row) => ({
      meterId: row.meterId,
      at: row.at,
      value: row.value,
      readingId: row.id,
      isEstimate: false,
      isCorrected: row.changed !== null && isCorrected(row.changed),
    })),
    ({ meterId }) => meterId,
  )
}
