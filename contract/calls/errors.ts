import * as z from 'zod/mini'
import { withDescription } from './withDescription.ts'

/** Every failure of the API with its HTTP status. The console translates the codes. */
export const errorStatus = {
  validation_failed: 400,
  address_malformed: 400,
  body_malformed: 400,
  confirmation_code_invalid: 400,
  password_incorrect: 400,
  passwords_differ: 400,
  password_unchanged: 400,
  email_unchanged: 400,
  invitee_unknown: 400,
  reference_unknown: 400,
  meter_missing: 400,
  picture_missing: 400,
  unauthenticated: 401,
  key_unknown: 401,
  key_expired: 401,
  registration_refused: 401,
  login_failed: 401,
  refresh_failed: 401,
  forbidden: 403,
  session_required: 403,
  organization_inactive: 403,
  address_refused: 403,
  device_mismatch: 403,
  plan_refused: 403,
  signature_invalid: 403,
  not_found: 404,
  device_unknown: 404,
  push_endpoint_taken: 409,
  serial_number_taken: 409,
  code_taken: 409,
  user_taken: 409,
  email_taken: 409,
  already_member: 409,
  already_invited: 409,
  organization_stopped: 409,
  last_admin: 409,
  public_url_missing: 409,
  undo_refused: 409,
  retake_refused: 409,
  comment_refused: 409,
  /** Somebody else has the alert by now, or it is confirmed: the issue says it. */
  assignee_changed: 409,
  restore_refused: 409,
  closed_months_change: 409,
  master_in_use: 409,
  import_refused: 409,
  reset_refused: 409,
  reset_running: 409,
  /** Retention removed the original; its thumbnail stays. */
  original_removed: 410,
  payload_too_large: 413,
  media_type_unsupported: 415,
  picture_unsupported: 415,
  key_reused: 422,
  picture_mismatch: 422,
  too_many_requests: 429,
  daily_limit: 429,
  internal: 500,
  unavailable: 503,
  /** Pictures only: values are still accepted. */
  storage_full: 507,
} as const

export type ErrorCode = keyof typeof errorStatus
export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]

/** A failure of one field. `path` is dotted: `pins.points.0.value`. */
export const issueSchema = z.object({ path: z.string(), message: z.string() })
export type Issue = z.infer<typeof issueSchema>
export const maxIssues = 20

/** A failed answer on the wire. */
export const failureSchema = z
  .object({
    success: z.literal(false),
    code: z.enum(errorCodes),
    messages: withDescription(z.array(z.string()), 'the failure in Japanese, one sentence an entry'),
    request_id: withDescription(z.string(), 'names the request in the server’s log'),
    issues: z.optional(z.array(issueSchema)),
  })
  .register(z.globalRegistry, { id: 'Failure' })
export type Failure = z.infer<typeof failureSchema>
