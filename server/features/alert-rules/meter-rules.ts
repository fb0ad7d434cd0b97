import { sql } from 'drizzle-orm'
import type { RuleContext } from '../../../contract/alert-rules/engine.ts'
import type { Judging } from '../../../contract/alert-rules/rule.ts'
import type { CategoryType } from '../../../contract/categories.ts'
import { type CumulativeMode, isCumulative } from '../../../contract/values/cumulative.ts'
import { executePrepared, type Tx } from '../../db/client.ts'
import type { MeterKey } from '../../db/reading-order.ts'
import type { StatesOfRules } from '../../db/schema.ts'
import { offsetMinutes } from '../../time-zone.ts'

/** A rule that judges a meter. */
export interface RuleOfMeter {
  id: number
  /** Milliseconds since 1970. */
  judgedFrom: number
  judging: Judging
}

/** What the engine needs of a meter. */
export interface RulesOfMeter {
  context: RuleContext
  rules: RuleOfMeter[]
  /** When the meter was replaced, in order, in milliseconds since 1970. */
  replacedAt: number[]
  states: StatesOfRules
  before: StatesOfRules
}

interface Row {
  digits: number | null
  decimals: number | null
  mode: CumulativeMode
  start: number | null
  end: number | null
  type: CategoryType
  unit: string
  usual: number | null
  greatest: number | null
  days: number | null
  timeZone: string
  rules: RuleOfMeter[]
  replacedAt: number[]
  states: StatesOfRules | null
  before: StatesOfRules | null
}

/** Returns the rules that judge a meter and their states, in one query, because each reading asks. Null: no such meter. */
export async function rulesOfMeter(tx: Tx, { organizationId, id }: MeterKey): Promise<RulesOfMeter | null> {
  const [row] = await executePrepared<Row>(
    tx,
    sql`
    select m.digit_number as digits, m.decimal_point as decimals, m.cumulative_mode as mode, m.start_value as start,
      m.end_value as "end", c.type, u.name as unit, e.usual, e.greatest, e.days, o.time_zone as "timeZone",
      s.states, s.before, coalesce((
        select json_agg(json_build_object('id', a.id, 'judgedFrom', extract(epoch from a.judged_from) * 1000,
          'judging', json_build_object('condition', a.condition, 'open_after', a.open_after,
            'close_after', a.close_after, 'active', a.active, 'includes_unsure', a.includes_unsure)) order by a.id)
        from alert_rules a where a.organization_id = m.organization_id and a.is_enabled
          and (a.meter_id = m.id or a.meter_group_id = m.meter_group_id or a.meter_category_id = m.meter_category_id)
          and (a.meter_unit_id is null or a.meter_unit_id = m.meter_unit_id)), '[]') as rules, coalesce((
        select json_agg(extract(epoch from r.at) * 1000 order by r.at)
        from meter_replacements r where r.meter_id = m.id and r.deleted_at is null), '[]') as "replacedAt"
    from meters m join categories c on c.id = m.meter_category_id join units u on u.id = m.meter_unit_id
      join organizations o on o.id = m.organization_id left join meter_rates e on e.meter_id = m.id
      left join alert_rule_states s on s.meter_id = m.id
    where m.organization_id = ${organizationId} and m.id = ${id}`,
  )
  if (row === undefined) return null
  const { timeZone, rules, replacedAt, states, before } = row
  const context = { counting: countingOf(row), offsetMinutes: (at: number) => offsetMinutes(timeZone, at) }
  return { context, rules, replacedAt, states: states ?? {}, before: before ?? {} }
}

function countingOf({
  digits,
  decimals,
  mode,
  start,
  end,
  type,
  unit,
  ...rate
}: Row): RuleContext['counting'] {
  const range = start === null || end === null ? null : { start, end }
  if (!isCumulative(type, { mode, unit, range })) return null
  const { usual, greatest, days } = rate
  const isKnown = usual !== null && greatest !== null && days !== null
  return { digits, decimals, rate: isKnown ? { usual, greatest, days } : null }
}
