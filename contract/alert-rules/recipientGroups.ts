import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { id, idParam, instant, requiredText } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'

/** Members of one group, at most: 試し送信 mails each of them while the person waits. */
export const maxRecipients = 50

const recipientGroupSchema = z
  .object({
    id,
    name: z.string(),
    members: withDescription(
      z.array(z.object({ id, username: z.string() })),
      'by name; empty once all of them have left the organization: its rules then notify everybody who wants alerts',
    ),
    reached_count: withDescription(
      z.int().check(z.nonnegative()),
      'members who want alert mails or have a browser that shows notifications; the others are not notified',
    ),
    rules: withDescription(
      z.array(z.object({ id, name: z.string() })),
      'alert rules that notify it, by name',
    ),
    created_at: instant,
    updated_at: instant,
  })
  .register(z.globalRegistry, { id: 'RecipientGroup' })
export type RecipientGroup = z.infer<typeof recipientGroupSchema>

const fields = z.strictObject({
  name: requiredText,
  member_ids: withDescription(
    z
      .array(id)
      .check(
        z.minLength(1, 'メンバーを選択してください'),
        z.maxLength(maxRecipients, `メンバーは${maxRecipients}人まで選択できます`),
      ),
    'members of the organization other than system administrators',
  ),
})
export type RecipientGroupFields = z.infer<typeof fields>

const deliverySchema = z
  .object({
    user_id: id,
    username: z.string(),
    mail: withDescription(
      z.enum(['sent', 'stored', 'failed', 'unwanted']),
      '`sent`: the SMTP server took it. `stored`: no SMTP server is set, it is in `DATA_DIR/outbox-mail/`. `unwanted`: the member wants no alert mails',
    ),
    notification: withDescription(
      z.enum(['sent', 'failed', 'none']),
      '`none`: no browser of the member shows notifications',
    ),
    reason: withDescription(
      z.optional(z.string()),
      'why the mail failed, in Japanese, with the answer of the server',
    ),
  })
  .register(z.globalRegistry, { id: 'TestDelivery' })
export type TestDelivery = z.infer<typeof deliverySchema>

const subject = {
  params: z.object({ id: idParam }),
  subject: 'recipient-group',
} as const

export const recipientGroupEndpoints = {
  recipientGroups: endpoint({
    method: 'GET',
    path: '/api/v1/recipient-groups',
    access: 'user',
    summary: 'Notification groups of the organization, by name: whom alert rules notify',
    data: z.array(recipientGroupSchema),
  }),
  createRecipientGroup: endpoint({
    method: 'POST',
    path: '/api/v1/recipient-groups',
    access: 'admin',
    summary: 'Add a notification group',
    body: fields,
    data: recipientGroupSchema,
    errors: ['reference_unknown'],
  }),
  updateRecipientGroup: endpoint({
    method: 'PUT',
    path: '/api/v1/recipient-groups/{id}',
    access: 'admin',
    summary: 'Change the name and the members of a notification group',
    body: fields,
    data: recipientGroupSchema,
    errors: ['not_found', 'reference_unknown'],
    ...subject,
  }),
  deleteRecipientGroup: endpoint({
    method: 'DELETE',
    path: '/api/v1/recipient-groups/{id}',
    access: 'admin',
    summary: 'Delete a notification group that no alert rule notifies',
    data: z.object({ id }),
    errors: ['not_found', 'master_in_use'],
    ...subject,
  }),
  testRecipientGroup: endpoint({
    method: 'POST',
    path: '/api/v1/recipient-groups/{id}/test',
    access: 'admin',
    sessionOnly: true,
    summary:
      'Sends each member a test mail and notification at once, as alerts would, and returns what became of it; 3 calls a minute in an organization',
    data: withDescription(z.array(deliverySchema), 'by username'),
    errors: ['not_found'],
    ...subject,
  }),
}
