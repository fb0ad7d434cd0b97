import * as z from 'zod/mini'
import { roles } from './access.ts'
import { endpoint } from './calls/endpoint.ts'
import { id, idParam, instant, organizationId, organizationIdParam, requiredText } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'
import { email, membershipFields } from './membership-fields.ts'
import { newPassword } from './passwords.ts'
import { newUsername } from './usernames.ts'

/** Days for which the link of an invitation can be used. */
export const invitationDays = 7

export const invitationSchema = z
  .object({
    id,
    email: z.string(),
    username: withDescription(
      z.string(),
      'of the user that the link will create; empty: an account exists, and its name is shown once it is a member',
    ),
    role: z.literal(roles),
    is_alert_mail: z.boolean(),
    white_ips: withDescription(z.nullable(z.string()), 'addresses joined by commas; null: any'),
    organization_id: id,
    created_at: withDescription(instant, 'when the mail was sent'),
    expires_at: withDescription(instant, 'the link can be used until then; it can be sent again afterwards'),
  })
  .register(z.globalRegistry, { id: 'Invitation' })
/** A membership that takes effect when the link in the mail is opened. */
export type Invitation = z.infer<typeof invitationSchema>

const openedInvitationSchema = z
  .object({
    organization_name: z.string(),
    email: z.string(),
    username: withDescription(z.string(), 'of the account, or of the user that will be created'),
    needs_password: withDescription(
      z.boolean(),
      'the address was never confirmed by a mail: a new password must be set, and all sessions of the account end',
    ),
    is_new: withDescription(z.boolean(), 'the address has no account yet, so there is no earlier password'),
    expires_at: instant,
  })
  .register(z.globalRegistry, { id: 'OpenedInvitation' })
export type OpenedInvitation = z.infer<typeof openedInvitationSchema>

const code = { invitation_code: requiredText }

export const invitationEndpoints = {
  invitations: endpoint({
    method: 'GET',
    path: '/api/v1/invitations',
    access: 'admin',
    sessionOnly: true,
    summary: 'Invitations whose links have not been opened, expired ones too',
    query: z.object({ organization_id: organizationIdParam }),
    foreignOrganization: true,
    data: z.array(invitationSchema),
  }),
  inviteUser: endpoint({
    method: 'POST',
    path: '/api/v1/user/invite',
    access: 'admin',
    sessionOnly: true,
    summary:
      'Mail an invitation to an existing user or, with a user name, to a new one; the membership takes effect when the link is opened',
    body: z.strictObject({
      email,
      username: withDescription(
        z.optional(newUsername),
        'creates a user of this name when the link is opened; absent: the address has an account',
      ),
      ...membershipFields,
      organization_id: organizationId,
    }),
    foreignOrganization: true,
    data: invitationSchema,
    errors: ['invitee_unknown', 'already_member', 'already_invited', 'user_taken', 'organization_stopped'],
  }),
  resendInvitation: endpoint({
    method: 'POST',
    path: '/api/v1/invitation/{id}/resend',
    access: 'admin',
    sessionOnly: true,
    summary: 'Mail a new link, which replaces the earlier one',
    params: z.object({ id: idParam }),
    body: z.strictObject({ organization_id: organizationId }),
    foreignOrganization: true,
    data: invitationSchema,
    errors: ['not_found', 'invitee_unknown', 'user_taken', 'organization_stopped'],
    subject: 'invitation',
  }),
  withdrawInvitation: endpoint({
    method: 'DELETE',
    path: '/api/v1/invitation/{id}',
    access: 'admin',
    sessionOnly: true,
    summary: 'Withdraw an invitation: its link can no longer be used',
    params: z.object({ id: idParam }),
    query: z.object({ organization_id: organizationIdParam }),
    foreignOrganization: true,
    data: z.object({ id }),
    errors: ['not_found'],
    subject: 'invitation',
  }),
  openInvitation: endpoint({
    method: 'POST',
    path: '/api/v1/invitation/open',
    access: 'public',
    summary: 'What the invitation of a mailed link says; changes nothing',
    body: z.strictObject(code),
    data: openedInvitationSchema,
    errors: ['confirmation_code_invalid', 'organization_stopped'],
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/api/v1/invitation/accept',
    access: 'public',
    summary: 'Become a member by a mailed link, which confirms the address',
    body: z.strictObject({
      ...code,
      new_password: withDescription(
        z.optional(newPassword),
        'required if `needs_password`, otherwise ignored',
      ),
    }),
    data: z.object({ organization_name: z.string(), organization_code: z.string(), username: z.string() }),
    errors: [
      'confirmation_code_invalid',
      'password_unchanged',
      'user_taken',
      'already_member',
      'organization_stopped',
    ],
  }),
}
