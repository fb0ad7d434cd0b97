import { and, eq, sql } from 'drizzle-orm'
import { formatNumber, formatRange } from '../../../text/formatNumber.ts'
import type { Tx } from '../../db/client.ts'
import { isActive } from '../../db/organization-lookup.ts'
import {
  alertRuleCases,
  alerts,
  alertWorsenings,
  meters,
  organizations,
  readings,
  units,
  users,
} from '../../db/schema.ts'
import type { Line } from '../../mail/notice.ts'
import { formatLocalTime } from '../../time-zone.ts'
import type { Notice, Subject } from './notice.ts'

/**
 * A confirmed alert that got clearly worse, or the case of a rule that became an alarm. No notice is sent once its reading was deleted, or corrected to a value that
 * is less far from what people knew.
 */
export const worsening: Subject = {
  async find(tx, { organizationId, id }, { now }) {
    const facts = await findFacts(tx, organizationId, id)
    return facts !== null && isActive(facts, now) && isStillWorse(facts) ? describeWorsening(facts) : null
  },
}

type WorseningFacts = NonNullable<Awaited<ReturnType<typeof findFacts>>>

async function findFacts(tx: Tx, organizationId: number, worseningId: number) {
  const [row] = await tx
    .select({
      toldValue: alertWorsenings.value,
      previousValue: alertWorsenings.previousValue,
      alertId: alerts.id,
      isAlert: alerts.isAlert,
      rule: alerts.rule,
      found: { level: alertRuleCases.level, closedAt: alertRuleCases.closedAt },
      confirmAt: alerts.confirmAt,
      confirmedBy: users.username,
      meterId: meters.id,
      meterName: meters.name,
      unit: units.name,
      decimalPoint: meters.decimalPoint,
      emergencyStartValue: meters.emergencyStartValue,
      emergencyEndValue: meters.emergencyEndValue,
      readingId: readings.id,
      value: readings.value,
      isAbnormal: readings.isAbnormal,
      deletedAt: readings.deletedAt,
      measuredAt: readings.createdAt,
      pictureSha256: readings.pictureSha256,
      resultSha256: readings.resultSha256,
      /** A normal reading has followed. */
      isOver: sql<boolean>`exists (select from readings later
        where later.organization_id = ${readings.organizationId} and later.meter_id = ${readings.meterId}
          and not later.is_abnormal and later.value is not null and later.deleted_at is null
          and later.source <> 'import'
          and (later.created_at, later.id) > (${readings.createdAt}, ${readings.id}))`,
      timeZone: organizations.timeZone,
      status: organizations.status,
      expireAt: organizations.expireAt,
    })
    .from(alertWorsenings)
    .innerJoin(alerts, eq(alerts.id, alertWorsenings.alertId))
    .leftJoin(users, eq(users.id, alerts.confirmedByUserId))
    .leftJoin(alertRuleCases, eq(alertRuleCases.id, alerts.ruleCaseId))
    .innerJoin(meters, eq(meters.id, alerts.meterId))
    .innerJoin(units, eq(units.id, meters.meterUnitId))
    .innerJoin(readings, eq(readings.id, alertWorsenings.readingId))
    .innerJoin(organizations, eq(organizations.id, alertWorsenings.organizationId))
    .where(and(eq(alertWorsenings.organizationId, organizationId), eq(alertWorsenings.id, worseningId)))
  return row ?? null
}

function isStillWorse(facts: WorseningFacts): boolean {
  const { rule, found, value, toldValue, previousValue, isAbnormal, deletedAt } = facts
  if (rule !== null) return found?.level === 'alarm' && deletedAt === null
  if (value === null || !isAbnormal || deletedAt !== null) return false
  return previousValue === null || Math.abs(value - previousValue) >= Math.abs(toldValue - previousValue)
}

function describeWorsening(facts: WorseningFacts): Notice {
  const { alertId, readingId, meterId, meterName, unit, decimalPoint, timeZone, rule, found } = facts
  const isOver = rule === null ? facts.isOver : found?.closedAt !== null
  const { emergencyStartValue: start, emergencyEndValue: end, confirmAt, confirmedBy } = facts
  const valueText = (value: number | null) =>
    value === null ? 'データ無し' : `${formatNumber(value, decimalPoint)} ${unit}`
  const change = `${valueText(facts.previousValue)} → ${valueText(facts.value)}`
  const sha256 = facts.resultSha256 ?? facts.pictureSha256
  const confirmed = confirmAt === null ? '' : '確認済みの'
  const became = rule === null ? 'アラートが、さらに悪化しました。' : '注意が、警報になりました。'
  const tab = confirmAt !== null ? 'confirmed' : facts.isAlert ? 'occurring' : 'past'
  return {
    title: `さらに悪化${isOver ? '（終了）' : ''}: ${meterName}`,
    statement: `「${meterName}」の${confirmed}${became}${isOver ? '現在は終了しています。' : ''}`,
    facts: [
      ['測定値', change],
      ...(rule === null
        ? []
        : ([
            ['アラートルール', rule.name],
            ['条件', rule.sentence],
          ] satisfies Line[])),
      ...(rule !== null || start === null || end === null
        ? []
        : [['異常範囲', `${formatRange(start, end, decimalPoint)} ${unit}`] satisfies [string, string]]),
      ['測定日時', formatLocalTime(timeZone, facts.measuredAt)],
      ...(confirmAt === null
        ? []
        : [['確認', `${formatLocalTime(timeZone, confirmAt)}（${confirmedBy}）`] satisfies [string, string]]),
    ],
    digest: {
      text: `${change}（${formatLocalTime(timeZone, facts.measuredAt)}）`,
      isOver,
    },
    links: [
      ['アラート', `/alerts?tab=${tab}&alert=${alertId}&value=${readingId}`],
      ['メーター', `/meters/${meterId}`],
    ],
    picture: sha256 === null ? null : { sha256, alt: `${meterName}の画像` },
  }
}
