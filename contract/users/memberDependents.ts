import * as z from 'zod/mini'
import { keyType } from '../access.ts'
import { endpoint } from '../calls/endpoint.ts'
import { id } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'
import { member } from '../users.ts'

const dependentsSchema = z
  .object({
    keys: withDescription(
      z.array(z.object({ id, name: z.string(), type: z.literal(Object.values(keyType)) })),
      'Common keys act as the user and end; Device keys stay',
    ),
    inspections: withDescription(
      z.array(z.object({ id, name: z.string() })),
      'groups of whose rounds the member is in charge; nobody will be',
    ),
    recipient_groups: withDescription(
      z.array(
        z.object({
          id,
          name: z.string(),
          emptied_rules: z.array(z.string()),
          empties_escalation: z.optional(z.literal(true)),
        }),
      ),
      'notification groups that the member is in and leaves; `emptied_rules`: alert rules that notify everybody then, because the group is empty; `empties_escalation`: so do alerts that nobody confirms',
    ),
    invitations: withDescription(
      z.array(z.object({ id, email: z.string() })),
      'that the member sent and whose links can be used; they expire, and can be sent again',
    ),
    email_changes: withDescription(
      z.array(z.object({ id, username: z.string(), email: z.string() })),
      'new addresses that the member asked for on behalf of others (`id`: of the other user) and that are not confirmed; they are dropped',
    ),
  })
  .register(z.globalRegistry, { id: 'MemberDependents' })
export type MemberDependents = z.infer<typeof dependentsSchema>

/** Apart from the other calls about users, because every screen loads those. */
export const memberDependentsEndpoints = {
  memberDependents: endpoint({
    ...member,
    method: 'GET',
    path: '/api/v1/user/{id}/organization/{organizationId}/dependents',
    access: 'admin',
    sessionOnly: true,
    summary: 'What depends on a membership and changes when it ends',
    data: dependentsSchema,
    errors: ['not_found'],
  }),
}
