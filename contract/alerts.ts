import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  countParam,
  flagParam,
  id,
  idListParam,
  idParam,
  instant,
  localTime,
  pictureUrl,
  text,
  value,
} from './wire.ts'

/**
 * One stretch of a meter's abnormal readings. Occurring: `is_alert` and `is_alerted`; past: only `is_alerted`;
 * confirmed: neither, and `confirm_at` set; from then on it stays as it was.
 */
export const alertSchema = z
  .object({
    id,
    is_alert: z.boolean(),
    is_alerted: z.boolean(),
    confirm_at: instant.nullable(),
    confirmed_by: z.string().nullable().describe('user name'),
    comment: z.string().nullable(),
    created_at: instant.describe('when the first abnormal reading of the stretch was measured'),
    updated_at: instant.describe(
      'when the stretch ended; while it goes on, when the last one was measured; as it was when confirmed',
    ),
    meter_value: z
      .object({
        id,
        value: value.nullable(),
        meter_id: id,
        created_at: instant,
        thumbnail: pictureUrl.nullable(),
        result_thumbnail: pictureUrl.nullable(),
        meter: z.object({
          name: z.string(),
          meter_unit_id: id,
          meter_category_id: id,
          meter_group_id: id.nullable(),
          inspection_id: id.nullable(),
          decimal_point: z.int().nullable(),
          emergency_start_value: value.nullable(),
          emergency_end_value: value.nullable(),
        }),
      })
      .describe('the latest abnormal reading of the stretch; of a confirmed alert, the one that was seen'),
  })
  .meta({ id: 'MeterAlert' })
export type Alert = z.infer<typeof alertSchema>

const params = z.object({ id: idParam })

export const alertEndpoints = {
  alerts: endpoint({
    method: 'GET',
    path: '/api/v1/meter-alerts',
    access: 'user',
    summary: 'Alerts of one state: occurring, past or confirmed',
    query: z.object({
      is_alert: flagParam.optional(),
      is_alerted: flagParam.optional(),
      is_confirm: flagParam.optional(),
      meter_unit_ids: idListParam.optional(),
      sort_by: z
        .enum(['created_at', 'updated_at', 'confirm_at', 'id'])
        .optional()
        .describe('created_at when absent; id: as they were opened, also where the readings came late'),
      sort_type: z.enum(['asc', 'desc']).optional().describe('desc when absent'),
      skip: countParam.optional(),
      limit: countParam.optional().describe('at most 1000, 50 when absent'),
    }),
    data: z.array(alertSchema),
    counted: true,
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
  updateAlert: endpoint({
    method: 'PUT',
    path: '/api/v1/meter-alert/{id}',
    access: 'user',
    summary: 'Confirm an alert, with a comment or without; who confirmed it is kept',
    params,
    body: z.strictObject({
      is_alert: z.literal(false),
      is_alerted: z.literal(false),
      confirm_at: localTime.describe('kept as sent only within the server’s clock; otherwise now'),
      comment: text.nullable().optional(),
    }),
    data: alertSchema,
    errors: ['not_found'],
    subject: 'alert',
  }),
}
