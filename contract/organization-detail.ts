import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { idParam } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'
import { deviceSchema } from './devices.ts'
import { listedOrganizationSchema } from './organizations.ts'
import { userSchema } from './users.ts'

const organizationDetailSchema = z
  .extend(listedOrganizationSchema, {
    devices: withDescription(z.array(deviceSchema), 'deleted ones, too'),
    users: z.array(userSchema),
  })
  .register(z.globalRegistry, { id: 'OrganizationDetail' })
export type OrganizationDetail = z.infer<typeof organizationDetailSchema>

export const organizationDetailEndpoints = {
  organization: endpoint({
    method: 'GET',
    path: '/api/v1/organization/{id}',
    access: 'system',
    sessionOnly: true,
    summary: 'An organization with its devices and members',
    params: z.object({ id: idParam }),
    data: organizationDetailSchema,
    errors: ['not_found'],
  }),
}
