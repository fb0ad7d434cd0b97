import { type SQL, sql } from 'drizzle-orm'
import type { CategoryType } from '../../../contract/categories.ts'
import { consumptionBetween } from '../../../contract/usage/consumptionBetween.ts'
import type { Rounding } from '../../../contract/usage/rounding.ts'
import type { Terms } from '../../../contract/usage/timeline.ts'
import type { Consumption, Counting, ReplacedAt, Shown } from '../../../contract/values/consumption.ts'
import { executePrepared, type Tx } from '../../db/client.ts'
import type { MeterRecord } from '../../db/meter-lock.ts'
import type { readings } from '../../db/schema.ts'
import { isCumulativeMeter } from './is-cumulative.ts'

/** How a cumulative meter counts now and counted before, and when it was replaced. */
export interface Counter extends Counting {
  terms: Terms[]
  replacements: ReplacedAt[]
  rounding: Rounding
}

/** What is known of a reading; `at` in milliseconds since 1970. */
export interface CountedReading {
  id: number
  meterId: number
  at: number
  value: number | null
}

export type TimeMark = (typeof readings.$inferSelect)['timeMark']

/** Whether a reading counts for consumption: nobody knows when one of an unconfirmed time was measured. */
export const hasKnownTime = (mark: TimeMark): boolean => mark !== 'unconfirmed'

/** `since`: when the reading before was measured. */
export interface CountedConsumption extends Consumption {
  since: number
}

/** Returns how the cumulative ones among these meters count; null: among all of the organization. */
export async function countersOf(
  tx: Tx,
  organizationId: number,
  meterIds: readonly number[] | null,
): Promise<Map<number, Counter>> {
  if (meterIds?.length === 0) return new Map()
  const chosen = meterIds === null ? sql`true` : sql`m.id = any(${list(meterIds)}::bigint[])`
  const rows = await executePrepared<CounterRow>(
    tx,
    sql`
    select m.id::float8 as id, c.type as "categoryType", u.name as unit, m.cumulative_mode as "cumulativeMode",
      m.start_value as "startValue", m.end_value as "endValue", m.digit_number as digits, m.decimal_point as decimals,
      m.multiplier, m.rounding, r.usual, r.greatest, r.days, coalesce((
        select json_agg(json_build_object('at', extract(epoch from x.at) * 1000, 'oldEnd', x.old_end_value,
          'newStart', x.new_start_value) order by x.at, x.id)
        from meter_replacements x where x.meter_id = m.id and x.deleted_at is null), '[]') as replacements, (
        select json_agg(json_build_object('from', extract(epoch from t.valid_from) * 1000, 'digits', t.digit_number,
          'decimals', t.decimal_point, 'multiplier', t.multiplier) order by t.valid_from nulls first)
        from meter_terms t where t.meter_id = m.id) as terms
    from meters m join categories c on c.id = m.meter_category_id join units u on u.id = m.meter_unit_id
      left join meter_rates r on r.meter_id = m.id
    where m.organization_id = ${organizationId} and ${chosen}`,
  )
  return new Map(
    rows.filter(isCumulativeMeter).map((row) => {
      const { id, usual, greatest, days, digits, decimals, multiplier, rounding, replacements } = row
      const terms = row.terms.map((each) => ({ ...each, from: each.from ?? Number.NEGATIVE_INFINITY }))
      const isKnown = usual !== null && greatest !== null && days !== null
      const rate = isKnown ? { usual, greatest, days } : null
      return [id, { digits, decimals, multiplier, terms, replacements, rounding, rate }]
    }),
  )
}

type CounterRow = Omit<Counter, 'rate' | 'terms'> &
  Pick<MeterRecord, 'cumulativeMode' | 'startValue' | 'endValue'> & {
    id: number
    categoryType: CategoryType
    unit: string
    terms: (Omit<Terms, 'from'> & { from: number | null })[]
  } & Record<'usual' | 'greatest' | 'days', number | null>

/**
 * The reading with a value before each of these, of the same meter; a step into the index each. Readings of an
 * unconfirmed time are passed over.
 */
export async function findPredecessors(
  tx: Tx,
  organizationId: number,
  readings: readonly CountedReading[],
): Promise<Map<number, Shown>> {
  if (readings.length === 0) return new Map()
  const of = (field: (reading: CountedReading) => number | string): SQL => sql`${list(readings.map(field))}`
  const rows = await executePrepared<Shown & { id: number }>(
    tx,
    sql`
    select of.id::float8 as id, before.value, before.at from
      unnest(${of(({ id }) => id)}::bigint[], ${of(({ meterId }) => meterId)}::bigint[],
        ${of(({ at }) => new Date(at).toISOString())}::timestamptz[]) as of (id, meter_id, at),
      lateral (
        select r.value, (extract(epoch from r.created_at) * 1000)::float8 as at from readings r
        where r.organization_id = ${organizationId} and r.meter_id = of.meter_id and r.deleted_at is null
          and r.value is not null and r.time_mark is distinct from 'unconfirmed'
          and (r.created_at, r.id) < (of.at, of.id)
        order by r.created_at desc, r.id desc limit 1
      ) as before`,
  )
  return new Map(rows.map(({ id, value, at }) => [id, { value, at }]))
}

const list = (values: readonly (number | string)[]) => `{${values.join(',')}}`

/** Null: not a cumulative meter, or there is no reading before. */
export function consumptionOf(
  { value, at }: Pick<CountedReading, 'value' | 'at'>,
  before: Shown | undefined,
  counter: Counter | undefined,
): CountedConsumption | null {
  if (counter === undefined || before === undefined) return null
  const consumption = consumptionBetween(
    before,
    { value, at },
    counter.replacements,
    counter,
    counter.rounding,
  )
  return { ...consumption, since: before.at }
}
