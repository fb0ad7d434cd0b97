import * as z from 'zod/mini'
import { alertSchema } from '../alerts.ts'
import { endpoint } from '../calls/endpoint.ts'
import { id, idParam, localTime, text } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'

const params = z.object({ id: idParam })

/** Apart from the calls that read alerts, because every screen loads those. */
export const alertChangeEndpoints = {
  updateAlert: endpoint({
    method: 'PUT',
    path: '/api/v1/meter-alert/{id}',
    access: 'user',
    summary: 'Confirm an alert, with a comment or without; who confirmed it is kept',
    params,
    body: z.strictObject({
      is_alert: z.literal(false),
      is_alerted: z.literal(false),
      confirm_at: withDescription(localTime, 'kept as sent only within the server’s clock; otherwise now'),
      comment: z.optional(z.nullable(text)),
    }),
    data: alertSchema,
    errors: ['not_found'],
    subject: 'alert',
  }),
  updateAlertComment: endpoint({
    method: 'PUT',
    path: '/api/v1/meter-alert/{id}/comment',
    access: 'user',
    summary:
      'Change the comment of one’s own confirmation, at any time; both comments are kept in the history. Others are refused, administrators too',
    params,
    body: z.strictObject({ comment: z.nullable(text) }),
    data: alertSchema,
    errors: ['not_found', 'comment_refused'],
    subject: 'alert',
  }),
  undoConfirmation: endpoint({
    method: 'DELETE',
    path: '/api/v1/meter-alert/{id}/confirmation',
    access: 'user',
    summary:
      'Take back one’s own confirmation, within 30 seconds; the alert is again what its readings make of it, which may be none. Both are kept in the history',
    params,
    data: z.object({}),
    errors: ['not_found', 'undo_refused'],
    subject: 'alert',
  }),
  updateAssignee: endpoint({
    method: 'PUT',
    path: '/api/v1/meter-alert/{id}/assignee',
    access: 'user',
    summary:
      'Take an unconfirmed alert over, hand it over or release it. Nothing changes if it has another assignee by now than `previous_user_id`, or is confirmed; the issue of `assignee_changed` says so in Japanese. Every user takes over and hands over; only administrators release what others have. The history keeps each change',
    params,
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
