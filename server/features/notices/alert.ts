import { and, eq } from 'drizzle-orm'
import { levelLabel } from '../../../contract/alert-rules/levels.ts'
import type { RuleOfAlert } from '../../../contract/alerts.ts'
import { loopFaultText } from '../../../contract/values/abnormal.ts'
import { formatCurrent, formatNumber, formatRange } from '../../../text/formatNumber.ts'
import type { Tx } from '../../db/client.ts'
import { isActive } from '../../db/organization-lookup.ts'
import {
  alertRuleCases,
  alerts,
  deviceReports,
  meters,
  organizations,
  readings,
  units,
} from '../../db/schema.ts'
import type { Line } from '../../mail/notice.ts'
import { formatLocalTime } from '../../time-zone.ts'
import type { Notice, Subject } from './notice.ts'

export const alert: Subject = {
  async find(tx, { organizationId, id }, { now, userId, showsEnd }) {
    const facts = await findFacts(tx, organizationId, id)
    if (facts === null || !isActive(facts, now)) return null
    const { rule, found, escalatedTo } = facts
    if (found?.isCorrected) return null
    const ends = showsEnd || found === null || found.closedId === null
    const notice = rule === null ? describeAlert(facts) : describeCase(facts, rule, ends)
    // Who was told because nobody confirmed it is told the rest, too.
    return { ...notice, chosenId: escalatedTo?.userIds.includes(userId) ? userId : null }
  },
}

export type AlertFacts = NonNullable<Awaited<ReturnType<typeof findFacts>>>

async function findFacts(tx: Tx, organizationId: number, alertId: number) {
  const [row] = await tx
    .select({
      alertId: alerts.id,
      isAlert: alerts.isAlert,
      isAlerted: alerts.isAlerted,
      escalatedTo: alerts.escalatedTo,
      endedAt: alerts.updatedAt,
      meterId: meters.id,
      meterName: meters.name,
      unit: units.name,
      decimalPoint: meters.decimalPoint,
      emergencyStartValue: alerts.emergencyStartValue,
      emergencyEndValue: alerts.emergencyEndValue,
      rule: alerts.rule,
      found: {
        // First, because it is never null: else an open case would be taken for none.
        isCorrected: alertRuleCases.isCorrected,
        closedAt: alertRuleCases.closedAt,
        closedId: alertRuleCases.closedId,
      },
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
    .leftJoin(alertRuleCases, eq(alertRuleCases.id, alerts.ruleCaseId))
    .innerJoin(organizations, eq(organizations.id, alerts.organizationId))
    .where(and(eq(alerts.organizationId, organizationId), eq(alerts.id, alertId)))
  return row ?? null
}

function valueText({ unit, value, decimalPoint, measured, reasons }: AlertFacts): string {
  const fault = loopFaultText(reasons)
  const current = measured === null ? '' : `、${formatCurrent(measured)}`
  const missing = fault === null ? 'データ無し' : `データ無し（${fault}${current}）`
  return value === null ? missing : `${formatNumber(value, decimalPoint)} ${unit}`
}

const measuredText = ({ timeZone, measuredAt, timeMark }: AlertFacts) =>
  `${formatLocalTime(timeZone, measuredAt)}${timeMark === 'unconfirmed' ? '（時刻不明）' : ''}`

function linesOf(facts: AlertFacts): Line[] {
  const { timeZone, unit, decimalPoint, isAlert, isAlerted } = facts
  const { emergencyStartValue: start, emergencyEndValue: end } = facts
  return [
    ['測定値', valueText(facts)],
    [
      '異常範囲',
      start === null || end === null ? '未登録' : `${formatRange(start, end, decimalPoint)} ${unit}`,
    ],
    ['測定日時', measuredText(facts)],
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
  const value = valueText(facts)
  const state = isAlert ? '' : isAlerted ? `、終了 ${formatLocalTime(timeZone, endedAt)}` : '、確認済み'
  return `${value}（${formatLocalTime(timeZone, measuredAt)}）${state}`
}

const endedSuffix = ({ isAlert, isAlerted }: AlertFacts) => (isAlerted && !isAlert ? '（終了）' : '')

function pathOf({ alertId, readingId, isAlert, isAlerted }: AlertFacts): string {
  const tab = isAlert ? 'occurring' : isAlerted ? 'past' : 'confirmed'
  return `/alerts?tab=${tab}&alert=${alertId}&value=${readingId}`
}

function placeOf(facts: AlertFacts): Pick<Notice, 'links' | 'picture'> {
  const { meterId, meterName, resultSha256, pictureSha256 } = facts
  const sha256 = resultSha256 ?? pictureSha256
  return {
    links: [
      ['アラート', pathOf(facts)],
      ['メーター', `/meters/${meterId}`],
    ],
    picture: sha256 === null ? null : { sha256, alt: `${meterName}の画像` },
  }
}

export const describeAlert = (facts: AlertFacts): Notice => ({
  title: `異常${endedSuffix(facts)}: ${facts.meterName}`,
  statement: statementOf(facts),
  facts: linesOf(facts),
  digest: { text: digestText(facts), isOver: !facts.isAlert },
  ...placeOf(facts),
})

/** An alert of a rule. Its end is another notice, unless the rule has been changed or deleted. */
function describeCase(facts: AlertFacts, { name, sentence, level }: RuleOfAlert, showsEnd: boolean): Notice {
  const { meterName, timeZone, isAlerted, endedAt, found } = facts
  const isOver = showsEnd && found?.closedAt !== null
  const label = levelLabel[level]
  const end = isOver ? formatLocalTime(timeZone, found?.closedAt ?? endedAt) : null
  const begun = `「${meterName}」で${label}が発生しました。`
  return {
    title: `${label}${isOver ? '（解消）' : ''}: ${meterName}`,
    statement: isOver
      ? `「${meterName}」の${label}は解消しました。`
      : `${begun}${isAlerted ? '' : 'すでに確認済みです。'}`,
    facts: [
      ['測定値', valueText(facts)],
      ['アラートルール', name],
      ['条件', sentence],
      ['測定日時', measuredText(facts)],
      ...(end === null ? [] : [['解消日時', end] satisfies Line]),
    ],
    digest: {
      text: `${valueText(facts)}（${formatLocalTime(timeZone, facts.measuredAt)}）${end === null ? '' : `、解消 ${end}`}`,
      isOver,
    },
    ...placeOf(facts),
  }
}
