import { maxReplayDays, type ReplayAnswer } from '../../../contract/alert-rules/alertRules.ts'
import { replay, summaryOf } from '../../../contract/alert-rules/replay.ts'
import type { Judging } from '../../../contract/alert-rules/rule.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Presenter } from '../../presenter.ts'
import { rulesOfMeter } from './meter-rules.ts'
import { ruleReadings } from './rule-readings.ts'

const day = 86_400_000

interface Asked {
  meterId: number
  rule: Judging
  days?: number | undefined
  now: Date
}

/** Returns what a rule would have found in a meter's readings until now. */
export async function replayRule(
  tx: Tx,
  { organizationId }: Session,
  { meterId, rule, days = maxReplayDays, now }: Asked,
  { instant }: Presenter,
): Promise<ReplayAnswer> {
  const meter = { organizationId, id: meterId }
  const known = await rulesOfMeter(tx, meter)
  if (known === null) {
    const issues = [{ path: 'meter_id', message: 'メーターが見つかりません' }]
    throw new Failure('reference_unknown', { issues })
  }
  const span = { from: now.getTime() - days * day, to: now.getTime() }
  const { context } = known
  const readings = await ruleReadings(tx, meter, { at: span.from, id: 0 }, known.replacedAt)
  const { cases } = replay(rule, context, readings)
  const { alarms, perWeek, atNight, isNoisy } = summaryOf(cases, span, context)
  const at = (position: { at: number } | null) => position && instant(position.at)
  return {
    from: instant(span.from),
    to: instant(span.to),
    readings: readings.length,
    cases: cases.map(({ level, began, opened, upgraded, closed }) => ({
      level,
      began_at: instant(began.at),
      opened_at: instant(opened.at),
      opened_by: opened.id,
      upgraded_at: at(upgraded),
      closed_at: at(closed),
    })),
    alarms,
    cases_per_week: perWeek,
    cases_at_night: atNight,
    is_noisy: isNoisy,
  }
}
