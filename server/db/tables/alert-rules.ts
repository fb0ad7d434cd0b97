import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { RuleState } from '../../../contract/alert-rules/engine.ts'
import type { Level } from '../../../contract/alert-rules/levels.ts'
import type { ActiveHours, Condition, Judging } from '../../../contract/alert-rules/rule.ts'
import { foldedName } from '../folded-name.ts'
import { createdAt, instant, ownRows, reference, rowId, updatedAt } from './columns.ts'
import { categories, units } from './masters.ts'
import { groups, meters } from './meters.ts'
import { organizations } from './organizations.ts'
import { recipientGroups } from './recipient-groups.ts'

/** What opens a case at a meter, or at the meters of a group or category. */
export const alertRules = pgTable(
  'alert_rules',
  {
    id: rowId(),
    organizationId: reference()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    /** Of the three exactly one is set. */
    meterId: reference(),
    meterGroupId: reference(),
    meterCategoryId: reference().references(() => categories.id, { onDelete: 'cascade' }),
    /** Of its values: meters with another unit are not judged. Null: it has no values. */
    meterUnitId: reference().references(() => units.id, { onDelete: 'cascade' }),
    condition: jsonb().$type<Condition>().notNull(),
    openAfter: smallint(),
    closeAfter: smallint().notNull(),
    active: jsonb().$type<ActiveHours>(),
    includesUnsure: boolean().notNull(),
    /** False: switched off, it judges nothing. */
    isEnabled: boolean().notNull().default(true),
    /** Readings that were measured from then on are judged: since the rule judges as it does. */
    judgedFrom: instant().notNull(),
    /** Whom it notifies; null: everybody who wants alerts. A group that is named is not deleted. */
    recipientGroupId: reference(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.meterId],
      foreignColumns: [meters.organizationId, meters.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.meterGroupId],
      foreignColumns: [groups.organizationId, groups.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.recipientGroupId],
      foreignColumns: [recipientGroups.organizationId, recipientGroups.id],
    }),
    unique('alert_rules_organization_id').on(table.organizationId, table.id),
    uniqueIndex('alert_rules_name').on(table.organizationId, foldedName(table.name)),
    index('alert_rules_of_meter').on(table.meterId).where(sql`${table.meterId} is not null`),
    index('alert_rules_of_group').on(table.meterGroupId).where(sql`${table.meterGroupId} is not null`),
    index('alert_rules_of_recipients')
      .on(table.recipientGroupId)
      .where(sql`${table.recipientGroupId} is not null`),
    index('alert_rules_of_category')
      .on(table.organizationId, table.meterCategoryId)
      .where(sql`${table.meterCategoryId} is not null`),
    check(
      'alert_rules_target',
      sql`num_nonnulls(${table.meterId}, ${table.meterGroupId}, ${table.meterCategoryId}) = 1`,
    ),
    check(
      'alert_rules_condition',
      sql`coalesce(case ${table.condition} ->> 'kind'
        when 'limit' then case ${table.condition} ->> 'direction'
          when 'above' then (${table.condition} ->> 'closing_limit')::float8
            <= coalesce((${table.condition} ->> 'warning')::float8, (${table.condition} ->> 'alarm')::float8)
          when 'below' then (${table.condition} ->> 'closing_limit')::float8
            >= coalesce((${table.condition} ->> 'warning')::float8, (${table.condition} ->> 'alarm')::float8) end
        else ${table.condition} ->> 'kind' in ('change', 'unchanged', 'unreadable', 'backwards')
          and ${table.condition} ->> 'level' in ('warning', 'alarm') end, false)`,
    ),
    check(
      'alert_rules_unit',
      sql`(${table.meterUnitId} is null) = (${table.condition} ->> 'kind' = 'unreadable')`,
    ),
    check('alert_rules_open_after', sql`${table.openAfter} between 1 and 20`),
    check('alert_rules_close_after', sql`${table.closeAfter} between 1 and 20`),
    check(
      'alert_rules_active',
      sql`${table.active} is null or coalesce(${table.active} -> 'from' <> ${table.active} -> 'to'
        and jsonb_typeof(${table.active} -> 'weekdays') = 'array' and ${table.active} -> 'weekdays' <> '[]', false)`,
    ),
    ownRows(table.organizationId),
  ],
)

/**
 * States of rules by their ids. `judgedFrom`: that of the rule, which begins again if it judges another way. `from`:
 * readings that were measured from then on are judged. Both in milliseconds since 1970.
 */
export type StatesOfRules = Record<string, { judgedFrom: number; from: number; state: RuleState }>

/** What the engine remembers of a meter between two readings, of all its rules. */
export const alertRuleStates = pgTable(
  'alert_rule_states',
  {
    meterId: reference().primaryKey(),
    organizationId: reference().notNull(),
    states: jsonb().$type<StatesOfRules>().notNull(),
    /** Before the latest reading: pictures are read after they have arrived, which changes the latest one. */
    before: jsonb().$type<StatesOfRules>().notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.meterId],
      foreignColumns: [meters.organizationId, meters.id],
    }).onDelete('cascade'),
    ownRows(table.organizationId),
  ],
)

/** The states behind a reading, one a day: readings that arrive late or are corrected are judged again from here. */
export const alertRuleCheckpoints = pgTable(
  'alert_rule_checkpoints',
  {
    organizationId: reference().notNull(),
    meterId: reference().notNull(),
    /** The reading. */
    at: instant().notNull(),
    readingId: reference().notNull(),
    states: jsonb().$type<StatesOfRules>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.meterId, table.at, table.readingId] }),
    foreignKey({
      columns: [table.organizationId, table.meterId],
      foreignColumns: [meters.organizationId, meters.id],
    }).onDelete('cascade'),
    ownRows(table.organizationId),
  ],
)

/** What a rule found at a meter. The readings are named without foreign keys: they may be gone. */
export const alertRuleCases = pgTable(
  'alert_rule_cases',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    ruleId: reference().notNull(),
    meterId: reference().notNull(),
    /** The rule as it was. */
    judging: jsonb().$type<Judging>().notNull(),
    judgedFrom: instant().notNull(),
    level: text().$type<Level>().notNull(),
    beganAt: instant().notNull(),
    beganId: reference().notNull(),
    openedAt: instant().notNull(),
    openedId: reference().notNull(),
    upgradedAt: instant(),
    upgradedId: reference(),
    /** Null while it goes on. */
    closedAt: instant(),
    /** Null if the rule was changed or no longer judges the meter. */
    closedId: reference(),
    /** 修正後は正常. */
    isCorrected: boolean().notNull().default(false),
    /** Whether people are told that it opened; one that was over when it was found, they are not. */
    isTold: boolean().notNull(),
    /** The users who were told, who are told of its end as well; null: not recorded, because it was held. */
    toldUserIds: jsonb().$type<number[]>(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.ruleId],
      foreignColumns: [alertRules.organizationId, alertRules.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.meterId],
      foreignColumns: [meters.organizationId, meters.id],
    }).onDelete('cascade'),
    unique('alert_rule_cases_organization_id').on(table.organizationId, table.id),
    uniqueIndex('alert_rule_cases_open')
      .on(table.meterId, table.ruleId)
      .where(sql`${table.closedAt} is null`),
    index('alert_rule_cases_of_rule').on(table.ruleId, table.openedAt, table.id),
    index('alert_rule_cases_of_meter').on(table.meterId, table.ruleId, table.closedAt),
    check('alert_rule_cases_level', sql`${table.level} in ('warning', 'alarm')`),
    check(
      'alert_rule_cases_began',
      sql`(${table.beganAt}, ${table.beganId}) <= (${table.openedAt}, ${table.openedId})`,
    ),
    check('alert_rule_cases_upgraded', sql`(${table.upgradedAt} is null) = (${table.upgradedId} is null)`),
    check('alert_rule_cases_closed', sql`${table.closedId} is null or ${table.closedAt} is not null`),
    check('alert_rule_cases_corrected', sql`not ${table.isCorrected} or ${table.closedAt} is not null`),
    ownRows(table.organizationId),
  ],
)
