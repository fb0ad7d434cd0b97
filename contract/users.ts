import * as z from 'zod/mini'
import { roles } from './access.ts'
import { described } from './described.ts'
import { endpoint } from './endpoint.ts'
import { organizationSchema } from './organizations.ts'
import { id } from './wire.ts'

/** The signed-in user in the session’s organization. */
const accountSchema = z
  .object({
    id,
    username: z.string(),
    email: z.string(),
    role: z.literal(roles),
    is_alert_mail: z.boolean(),
    organization: organizationSchema,
    organization_names: described(z.array(z.string()), 'every organization the user belongs to'),
  })
  .register(z.globalRegistry, { id: 'Account' })
export type Account = z.infer<typeof accountSchema>

export const userEndpoints = {
  me: endpoint({
    method: 'GET',
    path: '/api/v1/user/me',
    access: 'user',
    summary: 'The signed-in user',
    data: accountSchema,
  }),
}
