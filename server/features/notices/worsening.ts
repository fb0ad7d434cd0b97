import { and, eq, sql } from 'drizzle-orm'
import { formatNumber, formatRange } from '../../../text/formatNumber.ts'
import type { Tx } from '../../db/client.ts'
import { isActive } from '../../db/organization-lookup.ts'
import { alerts, alertWorsenings, meters, organizations, readings, units, users } from '../../db/schema.ts'
import { formatLocalTime } from '../../time-zone.ts'
import type { Notice, Subject } from './notice.ts'

/**
 * A confirmed alert that got clearly worse. No notice is sent once its reading was deleted, or corrected to a value that
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
    .innerJoin(users, eq(users.id, alerts.confirmedByUserId))
    .innerJoin(meters, eq(meters.id, alerts.meterId))
    .innerJoin(units, eq(units.id, meters.meterUnitId))
    .innerJoin(readings, eq(readings.id, alertWorsenings.readingId))
    .innerJoin(organizations, eq(organizations.id, alertWorsenings.organizationId))
    .where(and(eq(alertWorsenings.organizationId, organizationId), eq(alertWorsenings.id, worseningId)))
  return row ?? null
}

function isStillWorse({ value, toldValue, previousValue, isAbnormal, deletedAt }: WorseningFacts): boolean {
  if (value === null || !isAbnormal || deletedAt !== null) return false
  return previousValue === null || Math.abs(value - previousValue) >= Math.abs(toldValue - previousValue)
}

function describeWorsening(facts: WorseningFacts): Notice {
  const { alertId, readingId, meterId, meterName, unit, decimalPoint, timeZone, isOver } = facts
  const { emergencyStartValue: start, emergencyEndValue: end, confirmAt, confirmedBy } = facts
  const valueText = (value: number | null) =>
    value === null ? 'データ無し' : `${formatNumber(value, decimalPoint)} ${unit}`
  const change = `${valueText(facts.previousValue)} → ${valueText(facts.value)}`
  const sha256 = facts.resultSha256 ?? facts.pictureSha256
  return {
    title: `さらに悪化${isOver ? '（終了）' : ''}: ${meterName}`,
    statement: isOver
      ? `「${meterName}」の確認済みのアラートが、さらに悪化しました。現在は終了しています。`
      : `「${meterName}」の確認済みのアラートが、さらに悪化しました。`,
    facts: [
      ['測定値', change],
      ...(start === null || end === null
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
      ['アラート', `/alerts?tab=confirmed&alert=${alertId}&value=${readingId}`],
      ['メーター', `/meters/${meterId}`],
    ],
    picture: sha256 === null ? null : { sha256, alt: `${meterName}の画像` },
  }
}
