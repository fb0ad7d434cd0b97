import { and, type SQL, sql } from 'drizzle-orm'
import type { SkipReason } from '../../../contract/rounds.ts'
import { type EvidenceFields, isUnsure } from '../../../contract/values/prior.ts'
import type { Tx } from '../../db/client.ts'
import { isOpenRetake } from '../../db/open-retake.ts'
import { isReadingOf } from '../../db/reading-order.ts'
import { meters, readings } from '../../db/schema.ts'

/** A round’s time and meters, in the order of its route. */
export interface RoundScope {
  beginsAt: Date
  endsAt: Date
  meterIds: readonly number[]
}

/** What has come of one meter; times in milliseconds since 1970. */
export interface StopRow extends Omit<EvidenceFields, 'value_source' | 'reasons'> {
  scope: number
  meter_id: number
  meter_name: string
  place_note: string
  reading_id: number | null
  value_source: EvidenceFields['value_source'] | null
  reasons: string[] | null
  created_at: number | null
  is_abnormal: boolean | null
  /** Framed, where the reader drew a frame. */
  picture: string | null
  reader_id: number | null
  reader_name: string | null
  skip_key: string | null
  skip_reason: SkipReason | null
  skip_note: string | null
  skipped_at: number | null
  skipper_id: number | null
  skipper_name: string | null
  /** Who asked for another photograph, and when; null: nobody. */
  retake_by: string | null
  retake_at: number | null
  /** When it was captured or skipped first. */
  first_at: number | null
}

const milliseconds = (at: SQL) => sql`round(date_part('epoch', ${at}) * 1000)`

/** The stops of each scope, in order. */
export async function stopsOf(
  tx: Tx,
  organizationId: number,
  scopes: readonly RoundScope[],
): Promise<StopRow[][]> {
  const stops = scopes.map((): StopRow[] => [])
  if (scopes.every(({ meterIds }) => meterIds.length === 0)) return stops
  const { rows } = await tx.execute<StopRow & Record<string, unknown>>(stopsSql(organizationId, scopes))
  for (const row of rows) stops[row.scope]?.push(row)
  return stops
}

/** A few steps into indexes a meter, however many scopes and readings there are. */
export function stopsSql(organizationId: number, scopes: readonly RoundScope[]): SQL {
  const numbers = scopes.flatMap(({ meterIds }, scope) => meterIds.map(() => scope))
  const array = (values: readonly (number | string)[]) => `{${values.join(',')}}`
  const isMeasured = and(
    isReadingOf(meters),
    sql`${readings.source} in ('phone', 'entry')`,
    sql`${readings.createdAt} >= scopes.begins_at and ${readings.createdAt} < scopes.ends_at`,
  )
  const isSkipped = sql`skips.organization_id = meters.organization_id and skips.meter_id = meters.id
    and skips.skipped_at >= scopes.begins_at and skips.skipped_at < scopes.ends_at and skips.withdrawn_at is null`
  return sql`
    select of.scope, meters.id::float8 as meter_id, meters.name as meter_name, meters.place_note,
      latest.id::float8 as reading_id, latest.value, latest.value_source, latest.read_state, latest.confidence,
      latest.reasons, latest.advice, ${milliseconds(sql`latest.created_at`)} as created_at, latest.is_abnormal,
      coalesce(latest.result_sha256, latest.picture_sha256) as picture,
      reader.id::float8 as reader_id, reader.username as reader_name,
      skip.idempotency_key as skip_key, skip.reason as skip_reason, skip.note as skip_note, ${milliseconds(sql`skip.skipped_at`)} as skipped_at,
      skipper.id::float8 as skipper_id, skipper.username as skipper_name,
      retake.username as retake_by, ${milliseconds(sql`retake.at`)} as retake_at,
      ${milliseconds(sql`least(
        (select ${readings.createdAt} from ${readings} where ${isMeasured} order by ${readings.createdAt} limit 1),
        (select skips.skipped_at from skips where ${isSkipped} order by skips.skipped_at limit 1))`)} as first_at
    from unnest(${array(numbers)}::int[], ${array(scopes.flatMap(({ meterIds }) => meterIds))}::bigint[])
      with ordinality as of (scope, meter_id, place)
    join unnest(
      ${array(scopes.map(({ beginsAt }) => beginsAt.toISOString()))}::timestamptz[],
      ${array(scopes.map(({ endsAt }) => endsAt.toISOString()))}::timestamptz[]
    ) with ordinality as scopes (begins_at, ends_at, number) on scopes.number = of.scope + 1
    join meters on meters.organization_id = ${organizationId} and meters.id = of.meter_id
    left join lateral (
      select ${readings}.* from ${readings} where ${isMeasured}
      order by ${readings.createdAt} desc, ${readings.id} desc limit 1
    ) as latest on true
    left join lateral (
      select skips.* from skips where ${isSkipped} order by skips.skipped_at desc, skips.id desc limit 1
    ) as skip on true
    left join lateral (
      select retake.at, asker.username from retake_requests as retake left join users as asker on asker.id = retake.user_id
      where retake.organization_id = meters.organization_id and retake.meter_id = meters.id and ${isOpenRetake}
      order by retake.at desc limit 1
    ) as retake on true
    left join users as reader on reader.id = latest.created_by_user_id
    left join users as skipper on skipper.id = skip.user_id
    order by of.place`
}

export const isCaptured = ({ reading_id }: StopRow) => reading_id !== null
export const isLeft = (stop: StopRow) => !isCaptured(stop) && stop.skip_reason === null

/** A person should look at its value. */
export const isDoubtful = ({ value_source, reasons, ...stop }: StopRow) =>
  value_source !== null && isUnsure({ ...stop, value_source, reasons: reasons ?? [] })

const count = (stops: readonly StopRow[], is: (stop: StopRow) => boolean) => stops.filter(is).length

export function countsOf(stops: readonly StopRow[]) {
  const [planned, captured, remaining] = [stops.length, count(stops, isCaptured), count(stops, isLeft)]
  return {
    planned,
    captured,
    skipped: planned - captured - remaining,
    remaining,
    abnormal: count(stops, ({ is_abnormal }) => is_abnormal === true),
    unsure: count(stops, isDoubtful),
  }
}

/** When the last meter was captured or skipped; null while one is left, and of a round without meters. */
export function doneAt(stops: readonly StopRow[]): Date | null {
  const times = stops.flatMap(({ first_at }) => first_at ?? [])
  return stops.length > 0 && times.length === stops.length ? new Date(Math.max(...times)) : null
}
