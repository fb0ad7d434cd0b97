import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Scale } from '../../../contract/alert-rules/deadBand.ts'
import type { RuleContext, RuleReading } from '../../../contract/alert-rules/engine.ts'
import { mostTriedMeters, noiseDays, type QuieterRule } from '../../../contract/alert-rules/noise.ts'
import { chooseQuieter, quieterRules, type TriedRule } from '../../../contract/alert-rules/quieter.ts'
import { replay } from '../../../contract/alert-rules/replay.ts'
import type { Judging } from '../../../contract/alert-rules/rule.ts'
import { Failure, type Session } from '../../api/call.ts'
import { executePrepared, type Tx } from '../../db/client.ts'
import { rulesOfMeter } from './meter-rules.ts'
import { judgingOf } from './present.ts'
import { ruleReadings } from './rule-readings.ts'
import { findRule } from './service.ts'

const day = 86_400_000

/** What opens the alerts: a rule, or the abnormal range of a meter. */
export interface NoiseOf {
  rule_id?: number | undefined
  meter_id?: number | undefined
}

interface TriedMeter {
  context: RuleContext
  readings: RuleReading[]
}

interface MeterRow {
  id: number
  start: number | null
  end: number | null
  decimals: number | null
  unit: string
  low: number | null
  high: number | null
}

/** Returns 試算 of a noisy rule and of a quieter one, at the meters with the most alerts. */
export async function quieterRule(
  tx: Tx,
  { organizationId }: Pick<Session, 'organizationId'>,
  { rule_id: ruleId, meter_id: meterId }: NoiseOf,
  now: Date,
): Promise<QuieterRule> {
  const [from, until] = [now.getTime() - noiseDays * day, now.getTime()]
  const rule = ruleId === undefined ? null : judgingOf(await findRule(tx, organizationId, ruleId))
  const rows = await loudestMeters(tx, organizationId, { ruleId, meterId }, new Date(from))
  if (rule === null && rows.length === 0) throw new Failure('not_found')
  const meters: TriedMeter[] = []
  for (const { id } of rows) {
    const meter = { organizationId, id }
    const known = await rulesOfMeter(tx, meter)
    if (known === null) continue
    const readings = await ruleReadings(tx, meter, { at: from, id: 0 }, known.replacedAt)
    meters.push({ context: known.context, readings })
  }
  const tried = async (judging: Judging): Promise<TriedRule> => {
    const cases = []
    for (const { context, readings } of meters) {
      cases.push(...replay(judging, context, readings).cases)
      // A second of work in one piece would hold up all other calls.
      await setImmediate()
    }
    return { rule: judging, cases }
  }
  const all = async (rules: readonly Judging[]): Promise<TriedRule[]> => {
    const results = []
    for (const each of rules) results.push(await tried(each))
    return results
  }

  const [today] = (await all(rule === null ? rulesOfRange(rows) : [rule])).toSorted(
    (a, b) => b.cases.length - a.cases.length,
  )
  if (today === undefined) throw new Failure('not_found')
  const judged = {
    meters: meters.length,
    readings: meters.reduce((sum, { readings }) => sum + readings.length, 0),
    rule: today.rule,
    cases: today.cases.length,
  }
  const without = (problem: QuieterRule['problem']) => ({ ...judged, proposed: null, problem })
  if (judged.readings === 0) return without('no_readings')
  if (judged.cases === 0) return without('no_cases')
  const chosen = chooseQuieter(today, await all(quieterRules(today.rule, scaleOf(rows))), until)
  if (chosen === null) return without('not_quieter')
  return { ...judged, proposed: { rule: chosen.rule, cases: chosen.cases.length }, problem: null }
}

/** The meters at which a rule opened the most cases since `from`, or the meter of a range. */
const loudestMeters = (
  tx: Tx,
  organizationId: number,
  { ruleId, meterId }: { ruleId: number | undefined; meterId: number | undefined },
  from: Date,
): Promise<MeterRow[]> =>
  executePrepared<MeterRow>(
    tx,
    sql`
    select m.id::float8 as id, m.start_value as start, m.end_value as "end", m.decimal_point as decimals, u.name as unit,
      m.emergency_start_value as low, m.emergency_end_value as high
    from meters m join units u on u.id = m.meter_unit_id
      left join (
        select c.meter_id, count(*) as cases from alert_rule_cases c
        where c.organization_id = ${organizationId} and c.rule_id = ${ruleId ?? null}::bigint and c.opened_at >= ${from.toISOString()}::timestamptz
        group by 1) as found on found.meter_id = m.id
    where m.organization_id = ${organizationId}
      and (found.cases > 0 or m.id = ${meterId ?? null}::bigint and m.emergency_start_value is not null)
    order by found.cases desc, m.id limit ${mostTriedMeters}`,
  )

/** Rules that open what the abnormal range of a meter does, one for each side. */
const rulesOfRange = (meters: readonly MeterRow[]): Judging[] =>
  meters.flatMap(({ low, high }) =>
    [['above', high] as const, ['below', low] as const].flatMap(([direction, limit]) =>
      limit === null
        ? []
        : {
            condition: { kind: 'limit', direction, warning: null, alarm: limit, closing_limit: limit },
            open_after: 1,
            close_after: 1,
            active: null,
            includes_unsure: false,
          },
    ),
  )

function scaleOf(meters: readonly MeterRow[]): Scale {
  const spans = meters.flatMap(({ start, end }) =>
    start !== null && end !== null && end > start ? end - start : [],
  )
  const decimals = meters.flatMap((meter) => meter.decimals ?? [])
  return {
    span: spans.length === 0 ? null : Math.min(...spans),
    decimals: decimals.length === 0 ? null : Math.max(...decimals),
    unit: meters[0]?.unit ?? '',
  }
}
