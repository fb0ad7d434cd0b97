import * as z from 'zod/mini'
import { alertSchema } from '../alerts.ts'
import { endpoint } from '../calls/endpoint.ts'
import { id, idParam } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'

// Apart from the other calls of alerts, which every screen loads.

export const assigneeEndpoints = {
  updateAssignee: endpoint({
    method: 'PUT',
    path: '/api/v1/meter-alert/{id}/assignee',
    access: 'user',
    summary:
      'Take an unconfirmed alert over, hand it over or release it. Nothing changes if it has another assignee by now than `previous_user_id`, or is confirmed; the issue of `assignee_changed` says so in Japanese. Every user takes over and hands over; only administrators release what others have. The history keeps each change',
    params: z.object({ id: idParam }),
    body: z.strictObject({
      user_id: withDescription(
        z.nullable(id),
        'who is to work on it: a member of the organization, a system administrator only the caller; null: nobody',
      ),
      previous_user_id: withDescription(z.nullable(id), 'who has it as the caller knows; null: nobody'),
    }),
    data: alertSchema,
    errors: ['not_found', 'reference_unknown', 'assignee_changed'],
    subject: 'alert',
  }),
}
