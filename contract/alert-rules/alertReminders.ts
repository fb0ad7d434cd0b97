import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { id } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'

/** What people can choose for alerts that nobody confirms. */
export const reminderLimits = { minutes: { least: 5, most: 1440 }, hours: { least: 1, most: 72 } } as const

const { minutes, hours } = reminderLimits
const escalationMinutes = z.int().check(z.gte(minutes.least), z.lte(minutes.most))

const repeatHours = withDescription(
  z.nullable(z.int().check(z.gte(hours.least), z.lte(hours.most))),
  'hours after which those who were told are told again, each time until the alert is confirmed or over; null: never',
)

const alertRemindersSchema = z
  .object({
    escalation: withDescription(
      z.nullable(
        z.object({
          minutes: escalationMinutes,
          recipient_group: withDescription(
            z.object({ id, name: z.string(), member_count: z.int().check(z.nonnegative()) }),
            'without members everybody who wants alerts is told instead',
          ),
        }),
      ),
      'a notification group that is told as well, minutes after the first notice, of an alert that nobody confirms or works on; null: none is',
    ),
    repeat_hours: repeatHours,
  })
  .register(z.globalRegistry, { id: 'AlertReminders' })
export type AlertReminders = z.infer<typeof alertRemindersSchema>

const fields = z.strictObject({
  escalation: z.nullable(z.strictObject({ minutes: escalationMinutes, recipient_group_id: id })),
  repeat_hours: repeatHours,
})
export type AlertReminderFields = z.infer<typeof fields>

export const alertReminderEndpoints = {
  alertReminders: endpoint({
    method: 'GET',
    path: '/api/v1/alert-reminders',
    access: 'user',
    summary: 'When people are told again of alerts that nobody confirms, in the whole organization',
    data: alertRemindersSchema,
  }),
  updateAlertReminders: endpoint({
    method: 'PUT',
    path: '/api/v1/alert-reminders',
    access: 'admin',
    sessionOnly: true,
    summary: 'Change when people are told again of alerts; what is switched on holds for alerts from then on',
    body: fields,
    data: alertRemindersSchema,
    errors: ['reference_unknown'],
  }),
}
