import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { CaseChanges } from '../../../contract/alert-rules/judgeAgain.ts'
import type { Tx } from '../../db/client.ts'
import type { MeterKey } from '../../db/reading-order.ts'
import { alertRuleCases, alerts, alertWorsenings, readings } from '../../db/schema.ts'
import type { AnnouncedAlert } from '../../queue/job-queue.ts'
import { conditionOfRow, judgingOf } from './present.ts'
import { listRules } from './repository.ts'

// Each case has an alert, by which people see it. Later changes of the case reach it by triggers.

/** Adds the alerts of new cases, with the rule as it is now. */
export async function openAlerts(
  tx: Tx,
  { organizationId }: MeterKey,
  ruleId: number,
  cases: readonly { id: number }[],
): Promise<void> {
  const [row] = await listRules(tx, organizationId, ruleId)
  if (row === undefined) throw new Error('a rule that has a case was not found')
  const { condition } = judgingOf(row)
  const rule = JSON.stringify({
    name: row.rule.name,
    sentence: conditionOfRow(row),
    ...(condition.kind === 'limit' && { limits: { warning: condition.warning, alarm: condition.alarm } }),
  })
  await tx.execute(sql`
    insert into alerts (organization_id, meter_id, is_alert, is_alerted, created_at, first_reading_id, latest_at,
      reading_id, updated_at, end_reason, rule, rule_case_id)
    select organization_id, meter_id, closed_at is null, true, began_at, began_id, coalesce(upgraded_at, opened_at),
      coalesce(upgraded_id, opened_id), coalesce(closed_at, upgraded_at, opened_at),
      case when closed_at is not null then 'value' end, ${rule}::jsonb || jsonb_build_object('level', level), id
    from alert_rule_cases where ${inArray(
      sql`id`,
      cases.map(({ id }) => id),
    )}
    order by began_at, began_id`)
}

/** Returns the alerts of which people are to be told: that they opened, became an alarm or ended. */
export async function announcementsOf(
  tx: Tx,
  meter: MeterKey,
  ruleId: number,
  { tell, ended }: Pick<CaseChanges, 'tell' | 'ended'>,
  now: Date,
): Promise<AnnouncedAlert[]> {
  const endedIds = await findAlertIds(tx, meter, ended)
  const announced: AnnouncedAlert[] = endedIds.map((id) => ({ id, isEnd: true }))
  // What is told goes on, and only one case does.
  for (const { type } of tell) {
    const alert = await findOpenAlert(tx, meter, ruleId)
    if (alert === undefined) continue
    const worseningId = type === 'upgraded' ? await recordUpgrade(tx, meter, alert, now) : null
    announced.push({ id: alert.id, ...(worseningId !== null && { worseningId }) })
  }
  return announced
}

/** Most judgements end no case, and then nothing is asked. */
async function findAlertIds(
  tx: Tx,
  { organizationId }: MeterKey,
  cases: readonly { id: number }[],
): Promise<number[]> {
  if (cases.length === 0) return []
  const caseIds = cases.map(({ id }) => id)
  const isOfCase = and(eq(alerts.organizationId, organizationId), inArray(alerts.ruleCaseId, caseIds))
  const rows = await tx.select({ id: alerts.id }).from(alerts).where(isOfCase)
  return rows.map(({ id }) => id)
}

async function findOpenAlert(tx: Tx, meter: MeterKey, ruleId: number) {
  const { organizationId, meterId, closedAt, openedId, upgradedId } = alertRuleCases
  const [row] = await tx
    .select({
      id: alerts.id,
      confirmAt: alerts.confirmAt,
      confirmedValue: alerts.confirmedValue,
      openedId,
      upgradedId,
    })
    .from(alerts)
    .innerJoin(alertRuleCases, eq(alertRuleCases.id, alerts.ruleCaseId))
    .where(
      and(
        eq(organizationId, meter.organizationId),
        eq(meterId, meter.id),
        eq(alertRuleCases.ruleId, ruleId),
        isNull(closedAt),
      ),
    )
  return row
}

type OpenAlert = NonNullable<Awaited<ReturnType<typeof findOpenAlert>>>

/** Returns the id of the step, or null if its reading has no value. */
async function recordUpgrade(
  tx: Tx,
  { organizationId }: MeterKey,
  { id: alertId, confirmAt, confirmedValue, openedId, upgradedId }: OpenAlert,
  at: Date,
): Promise<number | null> {
  const readingId = upgradedId ?? openedId
  const findValue = async (id: number) => {
    const isIt = and(eq(readings.organizationId, organizationId), eq(readings.id, id))
    const [row] = await tx.select({ value: readings.value }).from(readings).where(isIt)
    return row?.value ?? null
  }
  const value = await findValue(readingId)
  if (value === null) return null
  const previousValue = confirmAt === null ? await findValue(openedId) : confirmedValue
  const [row] = await tx
    .insert(alertWorsenings)
    .values({ organizationId, alertId, readingId, value, previousValue, at })
    .returning({ id: alertWorsenings.id })
  return row?.id ?? null
}
