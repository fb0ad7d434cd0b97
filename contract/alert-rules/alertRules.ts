import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { countParam, id, idParam, instant, requiredText } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'
import { levels } from './levels.ts'
import { checkJudging, judgingFields, judgingSchema } from './rule.ts'

/** Days that 試算 looks back, at most. */
export const maxReplayDays = 90

const foundCase = {
  level: withDescription(z.enum(levels), 'the worst one'),
  began_at: withDescription(instant, 'when the first reading of the row that opened it was measured'),
  opened_at: instant,
  opened_by: withDescription(id, 'the reading that opened it'),
  upgraded_at: withDescription(z.nullable(instant), 'when it became an alarm; null: it was one, or never'),
  closed_at: withDescription(z.nullable(instant), 'null: it goes on'),
}

/** 試算: what a rule would have found at a meter. */
const replaySchema = z
  .object({
    from: instant,
    to: instant,
    readings: withDescription(z.int().check(z.nonnegative()), 'that were judged'),
    cases: withDescription(z.array(z.object(foundCase)), 'by their opening'),
    alarms: withDescription(z.int().check(z.nonnegative()), 'cases of this level'),
    cases_per_week: z.number().check(z.nonnegative()),
    cases_at_night: withDescription(z.int().check(z.nonnegative()), 'that open between 22:00 and 6:00'),
    is_noisy: withDescription(z.boolean(), 'more than one case a week'),
  })
  .register(z.globalRegistry, { id: 'AlertRuleReplay' })
export type ReplayAnswer = z.infer<typeof replaySchema>

/** What a rule judges: one meter, or the meters of a group or category. */
const target = {
  meter_id: z.nullable(id),
  meter_group_id: z.nullable(id),
  meter_category_id: withDescription(z.nullable(id), 'exactly one of the three is given'),
  meter_unit_id: withDescription(
    z.nullable(id),
    'unit of the rule’s values; meters with another one are not judged. Null for `unreadable`, which has no values',
  ),
}

const recipientGroupId = z.nullable(id)

/** Why a rule does not notify the group that it names. */
const recipientProblems = ['no_members', 'nobody_reached'] as const

/** Why a rule judges no meter. */
const ruleProblems = ['no_meters', 'unit_changed'] as const

const alertRuleSchema = z
  .object({
    id,
    name: z.string(),
    sentence: withDescription(z.string(), 'the rule as a Japanese sentence'),
    ...target,
    ...judgingFields,
    is_enabled: withDescription(z.boolean(), 'false: switched off, it judges nothing'),
    judged_from: withDescription(
      z.nullable(instant),
      'readings that were measured from then on are judged: when the rule, or what it judges, was last changed or switched on; null: it is switched off',
    ),
    meter_count: withDescription(
      z.int().check(z.nonnegative()),
      'meters that it judges while it is switched on',
    ),
    other_unit_count: withDescription(
      z.int().check(z.nonnegative()),
      'meters of its group or category that it does not judge, because they have another unit',
    ),
    open_cases: z.int().check(z.nonnegative()),
    last_opened_at: withDescription(z.nullable(instant), 'when it last opened a case; null: never'),
    problem: withDescription(
      z.nullable(z.enum(ruleProblems)),
      'why it judges no meter: `no_meters` its group or category has none, `unit_changed` none has its unit any more',
    ),
    recipient_group_id: withDescription(
      recipientGroupId,
      'the notification group that it notifies; null: everybody who wants alerts',
    ),
    recipient_group_name: z.nullable(z.string()),
    recipient_problem: withDescription(
      z.nullable(z.enum(recipientProblems)),
      '`no_members` the group is empty, so everybody who wants alerts is notified; `nobody_reached` none of its members wants alert mails or has a browser that shows notifications',
    ),
    created_at: instant,
    updated_at: instant,
  })
  .register(z.globalRegistry, { id: 'AlertRule' })
export type AlertRule = z.infer<typeof alertRuleSchema>

const ruleFields = z
  .strictObject({
    name: requiredText,
    ...target,
    ...judgingFields,
    is_enabled: withDescription(z.optional(z.boolean()), 'true when absent'),
    recipient_group_id: withDescription(
      z.optional(recipientGroupId),
      'whom it notifies; null or absent: everybody who wants alerts',
    ),
  })
  .check(
    z.superRefine(checkJudging),
    z.refine(
      (rule) => [rule.meter_id, rule.meter_group_id, rule.meter_category_id].filter(Boolean).length === 1,
      {
        path: ['meter_id'],
        error: 'メーター、メーターグループ、メーター種別のどれか1つを選択してください',
      },
    ),
    z.refine((rule) => rule.condition.kind === 'unreadable' || rule.meter_unit_id !== null, {
      path: ['meter_unit_id'],
      error: '単位を選択してください',
    }),
    z.refine((rule) => rule.condition.kind !== 'unreadable' || rule.meter_unit_id === null, {
      path: ['meter_unit_id'],
      error: '読取不能のルールに単位はありません',
    }),
  )
export type AlertRuleFields = z.infer<typeof ruleFields>

const caseSchema = z
  .object({
    id,
    meter_id: id,
    meter_name: z.string(),
    ...foundCase,
    rule: withDescription(z.object(judgingFields), 'as it was'),
    is_corrected: withDescription(
      z.boolean(),
      '修正後は正常: the readings that opened it were corrected, moved or deleted',
    ),
  })
  .register(z.globalRegistry, { id: 'AlertRuleCase' })
export type AlertRuleCase = z.infer<typeof caseSchema>

const params = z.object({ id: idParam })
const subject = { params, errors: ['not_found'], subject: 'alert-rule' } as const

export const alertRuleEndpoints = {
  alertRules: endpoint({
    method: 'GET',
    path: '/api/v1/alert-rules',
    access: 'user',
    summary: 'Alert rules of the organization, by name',
    data: z.array(alertRuleSchema),
  }),
  createAlertRule: endpoint({
    method: 'POST',
    path: '/api/v1/alert-rules',
    access: 'admin',
    summary:
      'Add an alert rule; it judges readings that are measured from now on. Its cases are alerts, of which people are told',
    body: ruleFields,
    data: alertRuleSchema,
  }),
  updateAlertRule: endpoint({
    method: 'PUT',
    path: '/api/v1/alert-rules/{id}',
    access: 'admin',
    summary:
      'Change an alert rule or switch it off or on; where more than its name and recipients changes, its open cases close and it begins again',
    body: ruleFields,
    data: alertRuleSchema,
    ...subject,
  }),
  deleteAlertRule: endpoint({
    method: 'DELETE',
    path: '/api/v1/alert-rules/{id}',
    access: 'admin',
    summary: 'Delete an alert rule and its cases; their alerts end and are kept',
    data: z.object({ id }),
    ...subject,
  }),
  alertRuleCases: endpoint({
    method: 'GET',
    path: '/api/v1/alert-rules/{id}/cases',
    access: 'user',
    summary: 'What a rule has found, the latest first',
    query: z.object({ limit: withDescription(z.optional(countParam), 'at most 1000, 50 when absent') }),
    data: z.array(caseSchema),
    ...subject,
  }),
  replayAlertRule: endpoint({
    method: 'POST',
    path: '/api/v1/alert-rules/replay',
    access: 'user',
    summary:
      'What a rule, which need not be saved, would have found in the readings of a meter; nothing is stored',
    body: z.strictObject({
      meter_id: id,
      rule: judgingSchema,
      days: withDescription(
        z.optional(z.int().check(z.gte(1), z.lte(maxReplayDays))),
        'until now; 90 when absent',
      ),
    }),
    data: replaySchema,
    errors: ['reference_unknown'],
  }),
}
