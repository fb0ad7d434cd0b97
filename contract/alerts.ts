import * as z from 'zod/mini'
import { levels } from './alert-rules/levels.ts'
import { endpoint } from './calls/endpoint.ts'
import {
  assigneeParam,
  backCursorParam,
  countParam,
  cursorParam,
  flagParam,
  id,
  idListParam,
  idParam,
  instant,
  pictureUrl,
  text,
  value,
} from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'
import { spanParam } from './time/spans.ts'

/**
 * Why an alert ended: a normal reading followed, the abnormal range was changed, a reading was corrected or deleted, or
 * its alert rule was changed, deleted or no longer judges the meter.
 */
const endReasons = ['value', 'range', 'correction', 'rule'] as const
export type EndReason = (typeof endReasons)[number]

/** The alert rule that opened an alert. */
const ruleOfAlertSchema = z.object({
  name: z.string(),
  sentence: withDescription(z.string(), 'the rule as a Japanese sentence'),
  level: withDescription(z.enum(levels), '`warning` 注意, `alarm` 警報: the worst one so far'),
  limits: withDescription(
    z.optional(z.object({ warning: z.nullable(value), alarm: z.nullable(value) })),
    'the values beyond which it opened alerts of each level; absent: it compares with none',
  ),
})
export type RuleOfAlert = z.infer<typeof ruleOfAlertSchema>

/**
 * One run of a meter’s abnormal readings, or a case of an alert rule. Occurring: `is_alert` and `is_alerted`; past:
 * only `is_alerted`; confirmed: neither, and `confirm_at` set. As a case, a confirmed one is 解決, another with an
 * assignee 対応中, without one 未対応. A confirmed alert no longer changes, unless its confirmation is undone at once or
 * its author changes the comment; that it got worse is noted next to it.
 */
export const alertSchema = z
  .object({
    id,
    is_alert: z.boolean(),
    is_alerted: z.boolean(),
    confirm_at: z.nullable(instant),
    confirmed_by: withDescription(z.nullable(z.string()), 'user name'),
    comment: z.nullable(z.string()),
    comment_edited_at: withDescription(
      z.nullable(instant),
      'when who confirmed it last changed the comment afterwards; null: never',
    ),
    assignee: withDescription(
      z.optional(
        z.object({
          id,
          username: withDescription(z.nullable(z.string()), 'null: no longer a member of the organization'),
          taken_at: withDescription(instant, 'since when the assignee has it'),
        }),
      ),
      'who works on it, or did until it was confirmed; absent: nobody',
    ),
    escalated: withDescription(
      z.optional(
        z.object({
          at: instant,
          recipient_group: withDescription(
            z.nullable(z.string()),
            'its name then; null: it was empty, and everybody was told',
          ),
        }),
      ),
      'when a notification group was told as well, because nobody had confirmed it; absent: it was not',
    ),
    repeated_at: withDescription(
      z.optional(instant),
      'when people were last told again, because nobody had confirmed it; absent: they were not',
    ),
    created_at: withDescription(instant, 'when the first abnormal reading of the run was measured'),
    updated_at: withDescription(
      instant,
      'when the run ended; while it goes on, when the last one was measured; as it was when confirmed',
    ),
    end_reason: withDescription(
      z.nullable(z.enum(endReasons)),
      'why it ended: `value` a normal reading followed, `range` the meter’s abnormal range was changed, `correction` a reading was corrected or deleted, `rule` its alert rule was changed, deleted or no longer judges the meter; null: it occurs, or it was confirmed before it ended',
    ),
    rule: withDescription(
      z.optional(ruleOfAlertSchema),
      'the alert rule that opened it, as it was then; absent: the meter’s abnormal range did',
    ),
    emergency_start_value: withDescription(
      z.nullable(value),
      'the abnormal range that it is judged by: the meter’s when it opened, or the one by which its readings were judged anew while it occurred; null with a rule',
    ),
    emergency_end_value: z.nullable(value),
    worsened: withDescription(
      z.optional(
        z.object({
          id,
          meter_value_id: id,
          previous_value: withDescription(z.nullable(value), 'the value that people knew; null: none'),
          value,
          created_at: withDescription(instant, 'when the worse value was measured'),
        }),
      ),
      'the last time that the value moved clearly further out after the confirmation, so that people were told again; with a rule, that it became an alarm; absent: never',
    ),
    meter_value: withDescription(
      z.object({
        id,
        value: withDescription(z.nullable(value), 'as it is now'),
        corrected_from: withDescription(
          z.optional(z.nullable(value)),
          'the abnormal value that people saw, null: none, if a person has since corrected it to one outside the range of the alert',
        ),
        reasons: withDescription(
          z.optional(z.array(z.string())),
          'why there is no value, or a doubtful one, or a doubtful time',
        ),
        device_errors: withDescription(
          z.optional(z.array(z.string())),
          'with `device error` among the reasons: the errors of the device’s report, in its own words',
        ),
        needs_review: withDescription(
          z.optional(z.literal(true)),
          'the reader doubts its value or found none, so that it waits in 要確認; absent otherwise',
        ),
        meter_id: id,
        created_at: instant,
        thumbnail: z.nullable(pictureUrl),
        result_thumbnail: z.nullable(pictureUrl),
        meter: z.object({
          name: z.string(),
          meter_unit_id: id,
          meter_category_id: id,
          meter_group_id: z.nullable(id),
          inspection_id: z.nullable(id),
          decimal_point: z.nullable(z.int()),
          emergency_start_value: withDescription(z.nullable(value), 'the abnormal range as it is now'),
          emergency_end_value: z.nullable(value),
        }),
      }),
      'the latest abnormal reading of the run; of a confirmed alert, the one that was seen; with a rule, the reading that opened it or made it an alarm',
    ),
  })
  .register(z.globalRegistry, { id: 'MeterAlert' })
export type Alert = z.infer<typeof alertSchema>

const params = z.object({ id: idParam })

export const alertEndpoints = {
  alerts: endpoint({
    method: 'GET',
    path: '/api/v1/meter-alerts',
    access: 'user',
    summary: 'Alerts of one state: occurring, past or confirmed',
    query: z.object({
      is_alert: z.optional(flagParam),
      is_alerted: z.optional(flagParam),
      is_confirm: z.optional(flagParam),
      is_worsened: withDescription(
        z.optional(flagParam),
        'whether people were told again after the confirmation, because the value moved clearly further out',
      ),
      meter_ids: z.optional(idListParam),
      meter_unit_ids: z.optional(idListParam),
      meter_group_ids: z.optional(idListParam),
      created_span: withDescription(z.optional(spanParam), 'when the alert began'),
      measured_span: withDescription(
        z.optional(spanParam),
        'when readings of the run were measured; also alerts that began before it or went on after it. With a rule, the readings that opened it',
      ),
      confirmed_by: withDescription(z.optional(text), 'part of the name of who confirmed it'),
      assignee: withDescription(
        z.optional(assigneeParam),
        '`me` the caller works on it, `none` nobody does, or the id of who does',
      ),
      sort_by: withDescription(
        z.optional(z.enum(['created_at', 'updated_at', 'confirm_at', 'id'])),
        'created_at when absent; id: as they were opened, also where the readings came late',
      ),
      sort_type: withDescription(z.optional(z.enum(['asc', 'desc'])), 'desc when absent'),
      skip: z.optional(countParam),
      limit: withDescription(z.optional(countParam), 'at most 1000, 50 when absent'),
      after: cursorParam,
      before: backCursorParam,
    }),
    data: z.array(alertSchema),
  }),
  alert: endpoint({
    method: 'GET',
    path: '/api/v1/meter-alert/{id}',
    access: 'user',
    summary: 'One alert',
    params,
    data: alertSchema,
    errors: ['not_found'],
    subject: 'alert',
  }),
}
