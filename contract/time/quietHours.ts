import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { clockTime, instant, weekday } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'

/** 通知の休止時間, in the organization’s zone. It lasts over midnight where it ends at an earlier time than it begins. */
export const quietHoursSchema = z
  .strictObject({
    from: clockTime,
    to: clockTime,
    weekdays: withDescription(
      z.array(weekday).check(z.minLength(1, '曜日を選択してください'), z.maxLength(7)),
      'days on which it begins; Sunday is 0',
    ),
  })
  .check(z.refine(({ from, to }) => from !== to, { path: ['to'], error: '開始と違う時刻を入力してください' }))
export type QuietHours = z.infer<typeof quietHoursSchema>

const quietHours = withDescription(z.nullable(quietHoursSchema), 'null: notices are sent at any time')

export const quietHoursEndpoints = {
  quietHours: endpoint({
    method: 'GET',
    path: '/api/v1/quiet-hours',
    access: 'user',
    summary: 'When mails and notifications about alerts and devices are held, in the whole organization',
    data: z.object({
      quiet_hours: quietHours,
      quiet_until: withDescription(z.nullable(instant), 'they are held until then; null: not now'),
    }),
  }),
  updateQuietHours: endpoint({
    method: 'PUT',
    path: '/api/v1/quiet-hours',
    access: 'admin',
    sessionOnly: true,
    summary: 'Change when mails and notifications are held; what is held is sent at the end in one digest',
    body: z.strictObject({ quiet_hours: quietHours }),
    data: z.object({ quiet_hours: quietHours }),
  }),
}
