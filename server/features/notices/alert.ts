import { and, eq } from 'drizzle-orm'
import { loopFaultText } from '../../../contract/values/abnormal.ts'
import { formatCurrent, formatNumber, formatRange } from '../../../text/formatNumber.ts'
import type { Tx } from '../../db/client.ts'
import { isActive } from '../../db/organization-lookup.ts'
import { alerts, deviceReports, meters, organizations, readings, units } from '../../db/schema.ts'
import type { Line } from '../../mail/notice.ts'
import { formatLocalTime } from '../../time-zone.ts'
import type { Notice, Subject } from './notice.ts'

export const alert: Subject = {
  async find(tx, { organizationId, id }, { now }) {
    const facts = await findFacts(tx, organizationId, id)
    return facts !== null && isActive(facts, now) ? describeAlert(facts) : null
  },
}

export type AlertFacts = NonNullable<Awaited<ReturnType<typeof findFacts>>>

async function findFacts(tx: Tx, organizationId: number, alertId: number) {
  const [row] = await tx
    .select({
      alertId: alerts.id,
      isAlert: alerts.isAlert,
      isAlerted: alerts.isAlerted,
      endedAt: alerts.updatedAt,
      meterId: meters.id,
      meterName: meters.name,
      unit: units.name,
      decimalPoint: meters.decimalPoint,
      emergencyStartValue: alerts.emergencyStartValue,
      emergencyEndValue: alerts.emergencyEndValue,
      readingId: readings.id,
      value: readings.value,
      reasons: readings.reasons,
      measured: deviceReports.measured,
      measuredAt: readings.createdAt,
      timeMark: readings.timeMark,
      pictureSha256: readings.pictureSha256,
      resultSha256: readings.resultSha256,
      timeZone: organizations.timeZone,
      status: organizations.status,
      expireAt: organizations.expireAt,
    })
    .from(alerts)
    .innerJoin(meters, eq(meters.id, alerts.meterId))
    .innerJoin(units, eq(units.id, meters.meterUnitId))
    .innerJoin(readings, eq(readings.id, alerts.readingId))
    .leftJoin(deviceReports, eq(deviceReports.id, readings.reportId))
    .innerJoin(organizations, eq(organizations.id, alerts.organizationId))
    .where(and(eq(alerts.organizationId, organizationId), eq(alerts.id, alertId)))
  return row ?? null
}

function linesOf(facts: AlertFacts): Line[] {
  const { timeZone, unit, value, isAlert, isAlerted, measuredAt, timeMark } = facts
  const { emergencyStartValue: start, emergencyEndValue: end } = facts
  const { decimalPoint, measured } = facts
  const fault = loopFaultText(facts.reasons)
  const current = measured === null ? '' : `、${formatCurrent(measured)}`
  const missing = fault === null ? 'データ無し' : `データ無し（${fault}${current}）`
  return [
    ['測定値', value === null ? missing : `${formatNumber(value, decimalPoint)} ${unit}`],
    [
      '異常範囲',
      start === null || end === null ? '未登録' : `${formatRange(start, end, decimalPoint)} ${unit}`,
    ],
    [
      '測定日時',
      `${formatLocalTime(timeZone, measuredAt)}${timeMark === 'unconfirmed' ? '（時刻不明）' : ''}`,
    ],
    ...(isAlerted && !isAlert ? [['終了日時', formatLocalTime(timeZone, facts.endedAt)] as Line] : []),
  ]
}

/** A mail may be late: it tells the state at the time of writing. */
function statementOf({ meterName, isAlert, isAlerted }: AlertFacts): string {
  if (isAlert) return `「${meterName}」で異常を検出しました。`
  if (isAlerted) return `「${meterName}」で異常がありました。現在は終了しています。`
  return `「${meterName}」で異常を検出しました。すでに確認済みです。`
}

function digestText(facts: AlertFacts): string {
  const { timeZone, measuredAt, isAlert, isAlerted, endedAt } = facts
  const value = linesOf(facts)[0]?.[1] ?? ''
  const state = isAlert ? '' : isAlerted ? `、終了 ${formatLocalTime(timeZone, endedAt)}` : '、確認済み'
  return `${value}（${formatLocalTime(timeZone, measuredAt)}）${state}`
}

const endedSuffix = ({ isAlert, isAlerted }: AlertFacts) => (isAlerted && !isAlert ? '（終了）' : '')

function pathOf({ alertId, readingId, isAlert, isAlerted }: AlertFacts): string {
  const tab = isAlert ? 'occurring' : isAlerted ? 'past' : 'confirmed'
  return `/alerts?tab=${tab}&alert=${alertId}&value=${readingId}`
}

export function describeAlert(facts: AlertFacts): Notice {
  const { meterId, meterName, resultSha256, pictureSha256 } = facts
  const sha256 = resultSha256 ?? pictureSha256
  return {
    title: `異常${endedSuffix(facts)}: ${meterName}`,
    statement: statementOf(facts),
    facts: linesOf(facts),
    digest: { text: digestText(facts), isOver: !facts.isAlert },
    links: [
      ['アラート', pathOf(facts)],
      ['メーター', `/meters/${meterId}`],
    ],
    picture: sha256 === null ? null : { sha256, alt: `${meterName}の画像` },
  }
}
