import { sql } from 'drizzle-orm'
import { type Accuracy, statisticsDays } from '../../../contract/review/accuracy.ts'
import { sufficientConfidence } from '../../../contract/values/prior.ts'
import type { Tx } from '../../db/client.ts'
import { accuracyOf, causeOf, type Outcome, wrongShare } from './accuracy.ts'

interface Row extends Outcome, Record<string, unknown> {
  meter_id: number
  meter: string
  category_id: number
  category: string
  device_id: number | null
  device: string | null
}

/** The newest ones; more say nothing else. */
const maxOutcomes = 20_000
/** A longer time between two decisions was a pause. Seconds. */
const longestTurn = 120

/** What people decided about values that the reader had read, and what they typed without having seen them. */
export async function reviewStatistics(tx: Tx, organizationId: number, now: Date) {
  const from = new Date(now.getTime() - statisticsDays * 86_400_000).toISOString()
  const { rows } = await tx.execute<Row>(sql`
    with changes as (
      select distinct on (change.reading_id) change.reading_id, change.user_id, change.at, change.is_decision,
        change.before, change.after
      from reading_changes as change
      where change.organization_id = ${organizationId} and change.at > ${from}::timestamptz
        and jsonb_exists(change.after, 'value')
      order by change.reading_id, change.at desc, change.id desc
    ), decided as (
      select reading_id, (after ->> 'value')::float8 as kept,
        extract(epoch from at - lag(at) over (partition by user_id order by at, reading_id))::float8 as seconds
      from changes where is_decision and before ->> 'value_source' = 'reader'
    ), outcomes as (
      select decided.reading_id, decided.kept, decided.seconds, null::boolean as agrees, false as is_blind from decided
      where not exists (select from blind_checks as checked
        where checked.organization_id = ${organizationId} and checked.reading_id = decided.reading_id)
      union all
      select reading_id, typed_value, null, agrees, true from blind_checks
      where organization_id = ${organizationId} and at > ${from}::timestamptz
    )
    select case when outcomes.is_blind then 'blind'
        when coalesce(readings.confidence, 0) >= ${sufficientConfidence} and (readings.advice is null
          or (readings.advice ->> 'seen')::float8 is not distinct from readings.read_value) then 'sure'
        else 'unsure' end as kind,
      readings.read_value as read, outcomes.kept, readings.registration, meters.decimal_point as decimals,
      coalesce(not outcomes.agrees, outcomes.kept is distinct from readings.read_value) as "isWrong",
      case when outcomes.seconds > 0 and outcomes.seconds <= ${longestTurn} then outcomes.seconds end as seconds,
      meters.id::float8 as meter_id, meters.name as meter, categories.id::float8 as category_id,
      categories.name as category, devices.id::float8 as device_id, devices.name as device
    from outcomes
    join readings on readings.organization_id = ${organizationId} and readings.id = outcomes.reading_id
      and readings.deleted_at is null and readings.read_value is not null
    join meters on meters.id = readings.meter_id
    join categories on categories.id = meters.meter_category_id
    left join devices on devices.id = readings.device_id and devices.deleted_at is null
    order by readings.id desc limit ${sql.raw(String(maxOutcomes))}`)
  const meters = accuraciesBy(
    rows,
    ({ meter_id: id }) => id,
    ({ meter }) => meter,
  ).map(({ accuracy, outcomes }) => ({ ...accuracy, cause: causeOf(outcomes) }))
  return {
    meters,
    categories: accuraciesBy(
      rows,
      ({ category_id: id }) => id,
      ({ category }) => category,
    ).map(({ accuracy }) => accuracy),
    devices: accuraciesBy(
      rows,
      ({ device_id: id }) => id,
      ({ device }) => device ?? 'スマートフォン',
    ).map(({ accuracy }) => accuracy),
  }
}

/** The worst first. */
function accuraciesBy(
  rows: readonly Row[],
  idOf: (row: Row) => number | null,
  nameOf: (row: Row) => string,
): { accuracy: Accuracy; outcomes: readonly Row[] }[] {
  return [...Map.groupBy(rows, idOf)]
    .flatMap(([id, outcomes]) => {
      const [first] = outcomes
      return first === undefined ? [] : [{ accuracy: accuracyOf(id, nameOf(first), outcomes), outcomes }]
    })
    .toSorted((one, other) => wrongShare(other.accuracy) - wrongShare(one.accuracy))
}
