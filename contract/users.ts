import * as z from 'zod/mini'
import { roles } from './access.ts'
import { endpoint } from './calls/endpoint.ts'
import {
  id,
  idParam,
  instant,
  mailsToFolder,
  organizationId,
  organizationIdParam,
  requiredText,
} from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'
import { email, membershipFields } from './membership-fields.ts'
import { organizationSchema } from './organizations.ts'
import { newPassword } from './passwords.ts'
import { newUsername } from './usernames.ts'

const closingNotice = withDescription(
  z.boolean(),
  'wants to be told what is missing before a closing: administrators of each cycle, persons in charge of their meters',
)

/** The signed-in user in the session’s organization. */
const accountSchema = z
  .object({
    id,
    username: z.string(),
    email: z.string(),
    role: z.literal(roles),
    is_alert_mail: z.boolean(),
    is_closing_notice: closingNotice,
    organization: organizationSchema,
    organization_names: withDescription(z.array(z.string()), 'every organization the user belongs to'),
    ai_boost_model: withDescription(
      z.optional(z.literal(true)),
      'AI boost may ask a model outside; absent: none is configured, and no picture is sent to one',
    ),
    pending_email: withDescription(z.optional(z.string()), 'a new address that is still to be confirmed'),
    owner_proof: withDescription(
      z.string(),
      'proves whose unsent rows a phone has, also after signing out; grants nothing else (`POST /api/v1/outbox-seals`)',
    ),
    mails_to_folder: mailsToFolder,
  })
  .register(z.globalRegistry, { id: 'Account' })
export type Account = z.infer<typeof accountSchema>

export const userSchema = z
  .object({
    id,
    username: z.string(),
    email: z.string(),
    role: z.literal(roles),
    is_alert_mail: z.boolean(),
    is_closing_notice: closingNotice,
    white_ips: withDescription(z.nullable(z.string()), 'addresses joined by commas; null: any'),
    organization_id: id,
    created_at: withDescription(instant, 'since when a member'),
    pending_email: withDescription(
      z.optional(z.string()),
      'a new address that was asked for in this organization and is still to be confirmed; in lists of members only',
    ),
  })
  .register(z.globalRegistry, { id: 'User' })
/** A member of an organization: role, notices and addresses are those of the membership. */
export type User = z.infer<typeof userSchema>

/** Of calls that name a membership. */
export const member = {
  params: z.object({ id: idParam, organizationId: idParam }),
  foreignOrganization: true,
  subject: 'user',
} as const

export const userEndpoints = {
  users: endpoint({
    method: 'GET',
    path: '/api/v1/users',
    access: 'admin',
    sessionOnly: true,
    summary: 'Members of the organization; system administrators are shown to each other only',
    query: z.object({ organization_id: organizationIdParam }),
    foreignOrganization: true,
    data: z.array(userSchema),
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/v1/user/me',
    access: 'user',
    sessionOnly: true,
    summary: 'The signed-in user',
    data: accountSchema,
  }),
  testMail: endpoint({
    method: 'POST',
    path: '/api/v1/mail-test',
    access: 'system',
    sessionOnly: true,
    summary: 'Sends a test mail to the own address, and returns what became of it; 5 calls a minute',
    data: z.object({
      to: z.string(),
      outcome: withDescription(
        z.enum(['sent', 'stored', 'failed']),
        '`sent`: the SMTP server took it. `stored`: no SMTP server is set, it is in `DATA_DIR/outbox-mail/`',
      ),
      reason: withDescription(
        z.optional(z.string()),
        'why it failed, in Japanese, with the answer of the server',
      ),
    }),
  }),
  user: endpoint({
    method: 'GET',
    path: '/api/v1/user/{id}',
    access: 'admin',
    sessionOnly: true,
    summary: 'A member of the organization',
    params: z.object({ id: idParam }),
    query: z.object({ organization_id: organizationIdParam }),
    foreignOrganization: true,
    data: userSchema,
    errors: ['not_found'],
    subject: 'user',
  }),
  createUser: endpoint({
    method: 'POST',
    path: '/api/v1/user/create',
    access: 'admin',
    sessionOnly: true,
    summary: 'Make a user who belongs to the organization',
    body: z.strictObject({
      username: newUsername,
      email,
      password: newPassword,
      ...membershipFields,
      organization_id: organizationId,
    }),
    foreignOrganization: true,
    data: userSchema,
    errors: ['user_taken', 'organization_stopped'],
  }),
  updateMember: endpoint({
    ...member,
    method: 'PUT',
    path: '/api/v1/user/{id}/organization/{organizationId}',
    access: 'user',
    sessionOnly: true,
    summary: 'Change role, notices or addresses of a member; general users change their own notices',
    body: z.partial(z.strictObject({ ...membershipFields, is_closing_notice: closingNotice })),
    data: userSchema,
    errors: ['not_found', 'last_admin'],
  }),
  removeMember: endpoint({
    ...member,
    method: 'DELETE',
    path: '/api/v1/user/{id}/organization/{organizationId}',
    access: 'admin',
    sessionOnly: true,
    summary: 'End a membership: its sessions end, its keys are withdrawn; the user stays',
    data: z.object({
      id,
      withdrawn_keys: withDescription(
        z.array(z.object({ id, name: z.string() })),
        'Common keys that ended with the membership, because they act as the user',
      ),
    }),
    errors: ['not_found', 'last_admin'],
  }),
  changeEmail: endpoint({
    method: 'PUT',
    path: '/api/v1/user/{id}',
    access: 'user',
    sessionOnly: true,
    summary:
      'Ask for another e-mail address, of oneself or as an administrator; holds once confirmed from it',
    params: z.object({ id: idParam }),
    body: z.strictObject({
      email,
      role: withDescription(
        z.optional(z.literal(roles)),
        'sent by the documents: the role that the member has',
      ),
      organization_id: organizationId,
    }),
    foreignOrganization: true,
    data: z.object({ pending_email: z.string() }),
    errors: ['not_found', 'email_taken', 'email_unchanged'],
    subject: 'user',
  }),
  withdrawEmailChange: endpoint({
    method: 'DELETE',
    path: '/api/v1/user/{id}/email-change',
    access: 'user',
    sessionOnly: true,
    summary:
      'Withdraw a change of e-mail address that is still to be confirmed, of oneself or as an administrator',
    params: z.object({ id: idParam }),
    query: z.object({ organization_id: organizationIdParam }),
    foreignOrganization: true,
    data: z.object({ id }),
    errors: ['not_found'],
    subject: 'user',
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/v1/confirm-email',
    access: 'public',
    summary: 'Confirm a new e-mail address by the code that was sent to it',
    body: z.strictObject({ confirmation_code: requiredText }),
    data: z.object({ email: z.string() }),
    errors: ['confirmation_code_invalid', 'email_taken'],
  }),
}
