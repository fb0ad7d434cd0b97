import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { id, idParam, instant, requiredText } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'

/** Minutes from now. People would forget a longer one. */
export const maxMaintenance = 24 * 60

const maintenanceSchema = z
  .object({
    group_id: id,
    group_name: z.string(),
    reason: z.string(),
    started_at: instant,
    started_by: withDescription(z.nullable(z.string()), 'user name; null: no longer a member'),
    ends_at: withDescription(instant, 'when it ends by itself'),
  })
  .register(z.globalRegistry, { id: 'Maintenance' })
export type Maintenance = z.infer<typeof maintenanceSchema>

const fields = z.strictObject({
  minutes: withDescription(
    z
      .int()
      .check(
        z.gte(1, '時間は1分以上を指定してください'),
        z.lte(maxMaintenance, '時間は24時間以内を指定してください'),
      ),
    'how long it lasts, from now',
  ),
  reason: requiredText,
})
export type MaintenanceFields = z.infer<typeof fields>

const subject = {
  params: z.object({ id: idParam }),
  errors: ['not_found'],
  subject: 'group',
} as const

export const maintenanceEndpoints = {
  maintenances: endpoint({
    method: 'GET',
    path: '/api/v1/maintenances',
    access: 'user',
    summary:
      'Meter groups where people work now (点検中), by name: alerts of their meters open as always, but are not mailed and not notified',
    data: z.array(maintenanceSchema),
  }),
  updateMaintenance: endpoint({
    method: 'PUT',
    path: '/api/v1/meters-group/{id}/maintenance',
    access: 'admin',
    summary: 'Say that people work at the meters of a group, or change how long and why',
    body: fields,
    data: maintenanceSchema,
    ...subject,
  }),
  endMaintenance: endpoint({
    method: 'DELETE',
    path: '/api/v1/meters-group/{id}/maintenance',
    access: 'admin',
    summary:
      'End 点検中 of a group: alerts that still occur are announced, the others are not; a repeat changes nothing',
    data: z.object({
      id,
      occurring_alerts: withDescription(
        z.int().check(z.nonnegative()),
        'alerts of its meters that occur now',
      ),
    }),
    ...subject,
  }),
}
