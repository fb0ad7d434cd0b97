import { sql } from 'drizzle-orm'
import { night } from '../../../contract/alert-rules/activeHours.ts'
import { mostNoisy, type NoiseSource, noiseDays } from '../../../contract/alert-rules/noise.ts'
import { mostPerWeek } from '../../../contract/alert-rules/replay.ts'
import type { Session } from '../../api/call.ts'
import { executePrepared, type Tx } from '../../db/client.ts'

/**
 * Returns the rules and abnormal ranges that opened the most alerts, the loudest first. Only alerts of what judges today
 * count: a rule that was changed or switched on begins again, and one that was switched off or deleted is left out.
 */
export const noiseSources = (
  tx: Tx,
  { organizationId, timeZone }: Pick<Session, 'organizationId' | 'timeZone'>,
  now: Date,
): Promise<NoiseSource[]> =>
  executePrepared<NoiseSource>(
    tx,
    sql`
    with span as (
      select ${now.toISOString()}::timestamptz as "to", ${now.toISOString()}::timestamptz - ${noiseDays} * interval '1 day' as "from"),
    recent as (
      -- Both flags, so that the index finds the days within each state.
      select a.* from alerts a, span where a.organization_id = ${organizationId}
        and a.is_alerted in (true, false) and a.is_alert in (true, false) and a.created_at >= span."from"),
    opened as (
      select r.id as rule_id, null::bigint as meter_id, r.name, r.judged_from as since, a.meter_id as at_meter,
        c.opened_at as at, a.is_alert, a.confirm_at, a.comment
      from recent a join alert_rule_cases c on c.organization_id = a.organization_id and c.id = a.rule_case_id
        join alert_rules r on r.organization_id = c.organization_id and r.id = c.rule_id
          and r.judged_from = c.judged_from and r.is_enabled
      union all
      select null, m.id, m.name, null, m.id, a.created_at, a.is_alert, a.confirm_at, a.comment
      from recent a join meters m on m.organization_id = a.organization_id and m.id = a.meter_id
        and m.emergency_start_value = a.emergency_start_value and m.emergency_end_value = a.emergency_end_value
      where a.rule is null)
    select rule_id::float8, meter_id::float8, name, count(distinct at_meter)::int as meter_count, count(*)::int as alerts,
      count(*) * 7 / days as alerts_per_week, count(*) filter (where clock >= ${night.from}::time or clock < ${night.to}::time)::int as alerts_at_night,
      count(confirm_at)::int as confirmed, count(nullif(comment, ''))::int as commented,
      count(*) filter (where confirm_at is null and not is_alert)::int as ended_unconfirmed
    from opened, span, lateral (
      select greatest(7, extract(epoch from span."to" - greatest(since, span."from")) / 86400)::float8 as days,
        (at at time zone ${timeZone})::time as clock) as derived
    group by rule_id, meter_id, name, days
    having count(*) * 7 / days > ${mostPerWeek}
    order by alerts_per_week desc, rule_id, meter_id limit ${mostNoisy}`,
  )
