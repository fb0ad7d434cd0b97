import type { AlertRule, AlertRuleCase } from '../../../contract/alert-rules/alertRules.ts'
import type { Judging } from '../../../contract/alert-rules/rule.ts'
import { sentenceOf } from '../../../contract/alert-rules/sentenceOf.ts'
import type { Presenter } from '../../presenter.ts'
import type { CaseRow, RuleRow } from './repository.ts'

export const judgingOf = ({ rule }: Pick<RuleRow, 'rule'>): Judging => ({
  condition: rule.condition,
  open_after: rule.openAfter,
  close_after: rule.closeAfter,
  active: rule.active,
  includes_unsure: rule.includesUnsure,
})

const optionsOf = ({ targetName, unit, decimals }: RuleRow) => ({
  subject: targetName,
  unit: unit ?? '',
  decimals,
})

/** What the rule judges; alerts keep it. */
export const conditionOfRow = (row: RuleRow): string => sentenceOf(judgingOf(row), optionsOf(row))

/** With whom it notifies. */
export const sentenceOfRow = (row: RuleRow): string =>
  sentenceOf(judgingOf(row), { ...optionsOf(row), recipients: row.recipientName })

/** Why it does not notify the group that it names. */
function recipientProblemOf({ recipientName, recipientCount, reachedCount }: RuleRow) {
  if (recipientName === null) return null
  if (recipientCount === 0) return 'no_members'
  return reachedCount === 0 ? 'nobody_reached' : null
}

export function presentRule(row: RuleRow, { instant }: Presenter): AlertRule {
  const { rule, targetCount, meterCount, openCases, lastOpenedAt } = row
  return {
    id: rule.id,
    name: rule.name,
    sentence: sentenceOfRow(row),
    meter_id: rule.meterId,
    meter_group_id: rule.meterGroupId,
    meter_category_id: rule.meterCategoryId,
    meter_unit_id: rule.meterUnitId,
    ...judgingOf(row),
    is_enabled: rule.isEnabled,
    judged_from: rule.isEnabled ? instant(rule.judgedFrom) : null,
    meter_count: meterCount,
    other_unit_count: targetCount - meterCount,
    open_cases: openCases,
    last_opened_at: lastOpenedAt && instant(lastOpenedAt),
    problem: meterCount > 0 ? null : targetCount > 0 ? 'unit_changed' : 'no_meters',
    recipient_group_id: rule.recipientGroupId,
    recipient_group_name: row.recipientName,
    recipient_problem: recipientProblemOf(row),
    created_at: instant(rule.createdAt),
    updated_at: instant(rule.updatedAt),
  }
}

export const presentCase = ({ found, meterName }: CaseRow, { instant }: Presenter): AlertRuleCase => ({
  id: found.id,
  meter_id: found.meterId,
  meter_name: meterName,
  level: found.level,
  began_at: instant(found.beganAt),
  opened_at: instant(found.openedAt),
  opened_by: found.openedId,
  upgraded_at: found.upgradedAt && instant(found.upgradedAt),
  closed_at: found.closedAt && instant(found.closedAt),
  rule: found.judging,
  is_corrected: found.isCorrected,
})
