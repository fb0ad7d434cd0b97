import * as z from 'zod/mini'
import { textLimit } from '../text/limits.ts'
import { roles } from './access.ts'
import { whiteIps } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'

export const email = z.email('メールアドレスを正しく入力してください').check(z.maxLength(textLimit))

/** What an administrator says of a membership. */
export const membershipFields = {
  role: withDescription(z.literal(roles), 'no higher than the caller’s own'),
  is_alert_mail: z.boolean(),
  white_ips: withDescription(z.optional(z.nullable(whiteIps)), 'addresses joined by commas; null: any'),
}
