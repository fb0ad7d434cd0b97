import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { id, idParam, instant, multilineText, organizationId, requiredText } from './calls/wire.ts'

const groupSchema = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    organization_id: id,
    created_at: instant,
    updated_at: instant,
  })
  .register(z.globalRegistry, { id: 'MeterGroup' })
export type Group = z.infer<typeof groupSchema>

const groupFields = z.strictObject({
  name: requiredText,
  description: z.optional(multilineText),
  organization_id: organizationId,
})

export const groupEndpoints = {
  groups: endpoint({
    method: 'GET',
    path: '/api/v1/meters-groups',
    access: 'user',
    summary: 'Meter groups of the organization',
    data: z.array(groupSchema),
  }),
  createGroup: endpoint({
    method: 'POST',
    path: '/api/v1/meters-group',
    access: 'user',
    summary: 'Add a meter group',
    body: groupFields,
    data: groupSchema,
  }),
  updateGroup: endpoint({
    method: 'PUT',
    path: '/api/v1/meters-group/{id}',
    access: 'user',
    summary: 'Rename or describe a meter group',
    params: z.object({ id: idParam }),
    body: groupFields,
    data: groupSchema,
    errors: ['not_found'],
    subject: 'group',
  }),
}
