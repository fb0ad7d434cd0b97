import { and, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import {
  alertRuleCases,
  alertRules,
  categories,
  groups,
  meters,
  recipientGroups,
  units,
} from '../../db/schema.ts'
import { memberCount, reachedCount } from '../recipient-groups/index.ts'

export type RuleRow = Awaited<ReturnType<typeof listRules>>[number]
export type CaseRow = Awaited<ReturnType<typeof listCases>>[number]

const isTarget = sql`target.organization_id = ${alertRules.organizationId} and (
  target.id = ${alertRules.meterId} or target.meter_group_id = ${alertRules.meterGroupId}
  or target.meter_category_id = ${alertRules.meterCategoryId})`

const hasUnit = sql`(${alertRules.meterUnitId} is null or target.meter_unit_id = ${alertRules.meterUnitId})`

const recipientGroupId = sql`${alertRules.recipientGroupId}`

/** Rules by their names, or one of them. */
export const listRules = (tx: Tx, organizationId: number, id?: number) =>
  tx
    .select({
      rule: alertRules,
      targetName: sql<string>`coalesce(${meters.name}, ${groups.name}, ${categories.name})`,
      unit: units.name,
      decimals: meters.decimalPoint,
      /** Of the target, with whatever unit. */
      targetCount: sql<number>`(select count(*)::int from meters as target where ${isTarget})`,
      meterCount: sql<number>`(select count(*)::int from meters as target where ${isTarget} and ${hasUnit})`,
      openCases: sql<number>`(
        select count(*)::int from alert_rule_cases as found
        where found.rule_id = ${alertRules.id} and found.closed_at is null)`,
      lastOpenedAt: sql<Date | null>`(
        select max(found.opened_at) from alert_rule_cases as found where found.rule_id = ${alertRules.id})`.mapWith(
        alertRuleCases.openedAt,
      ),
      recipientName: recipientGroups.name,
      recipientCount: memberCount(recipientGroupId),
      reachedCount: reachedCount(recipientGroupId),
    })
    .from(alertRules)
    .leftJoin(meters, eq(meters.id, alertRules.meterId))
    .leftJoin(groups, eq(groups.id, alertRules.meterGroupId))
    .leftJoin(categories, eq(categories.id, alertRules.meterCategoryId))
    .leftJoin(units, eq(units.id, alertRules.meterUnitId))
    .leftJoin(recipientGroups, eq(recipientGroups.id, alertRules.recipientGroupId))
    .where(
      and(
        eq(alertRules.organizationId, organizationId),
        id === undefined ? undefined : eq(alertRules.id, id),
      ),
    )
    .orderBy(alertRules.name, alertRules.id)

/** The latest first. */
export const listCases = (tx: Tx, organizationId: number, ruleId: number, limit: number) =>
  tx
    .select({ found: alertRuleCases, meterName: meters.name })
    .from(alertRuleCases)
    .innerJoin(meters, eq(meters.id, alertRuleCases.meterId))
    .where(and(eq(alertRuleCases.organizationId, organizationId), eq(alertRuleCases.ruleId, ruleId)))
    .orderBy(desc(alertRuleCases.openedAt), desc(alertRuleCases.id))
    .limit(limit)
