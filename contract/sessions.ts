import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { id, idParam, instant, mailsToFolder, requiredText, text } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'
import { newPassword } from './passwords.ts'

const token = z.string().check(z.minLength(1), z.maxLength(4096))

const tokensSchema = z
  .object({
    id_token: withDescription(z.string(), 'sent as Bearer with every call (`accessKey`)'),
    access_token: withDescription(z.string(), 'sent by change-password only (`passwordKey`)'),
    refresh_token: withDescription(z.string(), 'opaque, used once (`refreshKey`)'),
    organization: z.object({ name: z.string() }),
  })
  .register(z.globalRegistry, { id: 'Tokens' })
export type Tokens = z.infer<typeof tokensSchema>

const signedInDeviceSchema = z
  .object({
    id,
    device: withDescription(z.string(), 'browser and system in Japanese'),
    address: withDescription(z.nullable(z.string()), 'from which it signed in'),
    organization_name: z.string(),
    signed_in_at: instant,
    last_used_at: instant,
    is_current: withDescription(z.boolean(), 'the session that asks'),
  })
  .register(z.globalRegistry, { id: 'SignedInDevice' })
/** An open session of the signed-in user. */
export type SignedInDevice = z.infer<typeof signedInDeviceSchema>

const emptyData = z.object({})

export const sessionEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/api/v1/login',
    access: 'public',
    summary: 'Sign in with organization code, user name or e-mail, and password',
    body: z.strictObject({
      organization_code: requiredText,
      username: withDescription(requiredText, 'user name or e-mail'),
      password: z.string().check(z.minLength(1), z.maxLength(100)),
      email: withDescription(z.optional(text), 'sent empty by the documents'),
    }),
    data: tokensSchema,
    errors: ['login_failed', 'organization_inactive', 'address_refused'],
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/api/v1/refresh',
    access: 'public',
    summary: 'Exchange a refresh token for new tokens, also to switch the organization',
    body: z.strictObject({
      refresh_token: token,
      organization_name: withDescription(
        z.optional(text),
        'the organization to go on in; the session’s own when absent',
      ),
      username: z.optional(text),
    }),
    data: tokensSchema,
    errors: ['refresh_failed', 'organization_inactive', 'address_refused'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/v1/logout',
    access: 'user',
    sessionOnly: true,
    summary: 'Revoke this session and its refresh tokens',
    data: emptyData,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/api/v1/forgot-password',
    access: 'public',
    summary: 'Send a confirmation code by mail; the answer never tells whether the account exists',
    body: z.strictObject({ organization_code: requiredText, email: z.email().check(z.maxLength(100)) }),
    data: emptyData,
  }),
  mailDelivery: endpoint({
    method: 'GET',
    path: '/api/v1/mail-delivery',
    access: 'public',
    summary: 'Whether the server sends mails, for the screens that ask for a code of a mail',
    data: z.object({ mails_to_folder: mailsToFolder }),
  }),
  confirmForgotPassword: endpoint({
    method: 'POST',
    path: '/api/v1/confirm-forgot-password',
    access: 'public',
    summary: 'Set a new password with a confirmation code; ends every session of the user',
    body: z.strictObject({
      confirmation_code: requiredText,
      username: requiredText,
      new_password: newPassword,
      confirm_new_password: z.string().check(z.maxLength(100)),
    }),
    data: emptyData,
    errors: ['confirmation_code_invalid', 'passwords_differ', 'password_unchanged'],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/v1/change-password',
    access: 'user',
    sessionOnly: true,
    summary: 'Change one’s own password; ends every session of the user',
    body: z.strictObject({
      previous_password: z.string().check(z.minLength(1), z.maxLength(100)),
      proposed_password: newPassword,
      access_token: token,
    }),
    data: emptyData,
    errors: ['password_incorrect', 'password_unchanged'],
  }),
  signedInDevices: endpoint({
    method: 'GET',
    path: '/api/v1/user/sessions',
    access: 'user',
    sessionOnly: true,
    summary: 'Where the user is signed in, in every organization; this device first',
    data: z.array(signedInDeviceSchema),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/v1/user/session/{id}',
    access: 'user',
    sessionOnly: true,
    summary: 'Sign one of one’s own devices out',
    params: z.object({ id: idParam }),
    data: z.object({ id }),
    errors: ['not_found'],
    subject: 'session',
  }),
}
