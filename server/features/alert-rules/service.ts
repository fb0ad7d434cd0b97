import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNull } from 'drizzle-orm'
import type { AlertRuleFields } from '../../../contract/alert-rules/alertRules.ts'
import type { Issue } from '../../../contract/calls/errors.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { alertRuleCases, alertRules, categories, groups, meters, units } from '../../db/schema.ts'
import { assertNameIsUnique } from '../../unique-name.ts'
import { changedFields, recordAudit } from '../audit/index.ts'
import { lockRecipientGroup } from '../recipient-groups/index.ts'
import { sentenceOfRow } from './present.ts'
import { listRules, type RuleRow } from './repository.ts'

const message = '同じ名前のアラートルールがあります'

const isRule = (organizationId: number, id: number) =>
  and(eq(alertRules.organizationId, organizationId), eq(alertRules.id, id))

export async function findRule(tx: Tx, organizationId: number, id: number): Promise<RuleRow> {
  const [row] = await listRules(tx, organizationId, id)
  if (row === undefined) throw new Failure('not_found')
  return row
}

export async function createRule(
  session: Session,
  tx: Tx,
  sent: AlertRuleFields,
  at: Date,
): Promise<RuleRow> {
  const { organizationId } = session
  await assertNameIsUnique(tx, alertRules, organizationId, { name: sent.name, except: null, message })
  await assertTarget(tx, organizationId, sent)
  const [added] = await tx
    .insert(alertRules)
    .values({
      ...columnsOf(sent),
      organizationId,
      judgedFrom: at,
      createdAt: at,
      updatedAt: at,
    })
    .returning({ id: alertRules.id })
  if (added === undefined) throw new Error('an alert rule was not inserted')
  const row = await findRule(tx, organizationId, added.id)
  await record(session, tx, row, { action: 'create', before: {}, after: fieldsOf(row), at })
  return row
}

export async function updateRule(
  session: Session,
  tx: Tx,
  id: number,
  sent: AlertRuleFields,
  at: Date,
): Promise<RuleRow> {
  const { organizationId } = session
  await assertNameIsUnique(tx, alertRules, organizationId, { name: sent.name, except: id, message })
  const before = await lockRule(tx, organizationId, id)
  await assertTarget(tx, organizationId, sent)
  const columns = columnsOf(sent)
  const { name: _, recipientGroupId: __, ...judging } = columns
  const isSame = Object.entries(judging).every(([name, value]) =>
    isDeepStrictEqual(value, before.rule[name as keyof typeof judging]),
  )
  // What another rule opened says nothing of this one.
  if (!isSame) await closeAll(tx, organizationId, id, at)
  await tx
    .update(alertRules)
    .set({ ...columns, ...(!isSame && { judgedFrom: at }), updatedAt: at })
    .where(isRule(organizationId, id))
  const row = await findRule(tx, organizationId, id)
  const change = changedFields(fieldsOf(before), fieldsOf(row))
  if (Object.keys(change.after).length > 0)
    await record(session, tx, row, { action: 'update', ...change, at })
  return row
}

export async function deleteRule(session: Session, tx: Tx, id: number, at: Date): Promise<void> {
  const { organizationId } = session
  const row = await lockRule(tx, organizationId, id)
  await tx.delete(alertRules).where(isRule(organizationId, id))
  await record(session, tx, row, { action: 'delete', before: fieldsOf(row), after: {}, at })
}

async function lockRule(tx: Tx, organizationId: number, id: number): Promise<RuleRow> {
  await tx
    .select({ id: alertRules.id })
    .from(alertRules)
    .where(isRule(organizationId, id))
    .for('no key update')
  return findRule(tx, organizationId, id)
}

async function closeAll(tx: Tx, organizationId: number, ruleId: number, at: Date): Promise<void> {
  const { organizationId: owner, ruleId: of, closedAt } = alertRuleCases
  await tx
    .update(alertRuleCases)
    .set({ closedAt: at })
    .where(and(eq(owner, organizationId), eq(of, ruleId), isNull(closedAt)))
}

/** Refuses what the organization does not have, and a meter with another unit than the rule. */
async function assertTarget(tx: Tx, organizationId: number, sent: AlertRuleFields): Promise<void> {
  const { meter_id: meterId, meter_group_id: groupId, meter_category_id: categoryId } = sent
  const { meter_unit_id: unitId } = sent
  const issues: Issue[] = []
  const lacks = (path: string, name: string) => issues.push({ path, message: `${name}が見つかりません` })
  if (meterId !== null) {
    const [meter] = await tx
      .select({ unitId: meters.meterUnitId })
      .from(meters)
      .where(and(eq(meters.organizationId, organizationId), eq(meters.id, meterId)))
    if (meter === undefined) lacks('meter_id', 'メーター')
    else if (unitId !== null && unitId !== meter.unitId)
      issues.push({ path: 'meter_unit_id', message: 'メーターの単位と違います' })
  }
  const isGroup = and(eq(groups.organizationId, organizationId), eq(groups.id, groupId ?? 0))
  if (groupId !== null && (await tx.$count(groups, isGroup)) === 0)
    lacks('meter_group_id', 'メーターグループ')
  if (categoryId !== null && (await tx.$count(categories, eq(categories.id, categoryId))) === 0)
    lacks('meter_category_id', 'メーター種別')
  if (unitId !== null && (await tx.$count(units, eq(units.id, unitId))) === 0) lacks('meter_unit_id', '単位')
  const { recipient_group_id: recipientId = null } = sent
  if (recipientId !== null && !(await lockRecipientGroup(tx, organizationId, recipientId)))
    lacks('recipient_group_id', '通知先グループ')
  if (issues.length > 0) throw new Failure('reference_unknown', { issues })
}

const columnsOf = (sent: AlertRuleFields) => ({
  name: sent.name,
  meterId: sent.meter_id,
  meterGroupId: sent.meter_group_id,
  meterCategoryId: sent.meter_category_id,
  meterUnitId: sent.meter_unit_id,
  condition: sent.condition,
  openAfter: sent.open_after,
  closeAfter: sent.close_after,
  active: sent.active,
  includesUnsure: sent.includes_unsure,
  isEnabled: sent.is_enabled ?? true,
  recipientGroupId: sent.recipient_group_id ?? null,
})

/** As people read it. */
const fieldsOf = (row: RuleRow) => ({
  name: row.rule.name,
  sentence: sentenceOfRow(row),
  is_enabled: row.rule.isEnabled,
})

const record = (
  session: Session,
  tx: Tx,
  { rule: { id, name } }: RuleRow,
  change: Pick<Parameters<typeof recordAudit>[2], 'action' | 'before' | 'after' | 'at'>,
): Promise<void> =>
  recordAudit(tx, session, { noun: 'alert-rule', subjectId: id, subjectName: name, ...change })
