import * as z from 'zod/mini'
import { roles } from './access.ts'
import { described } from './described.ts'
import { endpoint } from './endpoint.ts'
import { organizationSchema } from './organizations.ts'
import { id, instant, organizationIdParam } from './wire.ts'

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

const userSchema = z
  .object({
    id,
    username: z.string(),
    email: z.string(),
    role: z.literal(roles),
    is_alert_mail: z.boolean(),
    white_ips: described(z.nullable(z.string()), 'addresses joined by commas; null: any'),
    organization_id: id,
    created_at: described(instant, 'since when a member'),
  })
  .register(z.globalRegistry, { id: 'User' })
/** A member of an organization: role, alert mail and addresses are those of the membership. */
export type User = z.infer<typeof userSchema>

export const userEndpoints = {
  users: endpoint({
    method: 'GET',
    path: '/api/v1/users',
    access: 'admin',
    summary: 'Members of the organization; system administrators are shown to each other only',
    query: z.object({ organization_id: organizationIdParam }),
    foreignOrganization: true,
    data: z.array(userSchema),
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/v1/user/me',
    access: 'user',
    summary: 'The signed-in user',
    data: accountSchema,
  }),
}
