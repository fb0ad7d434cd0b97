import * as z from 'zod/mini'
import { described } from './described.ts'
import { deviceSchema } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { listedOrganizationSchema } from './organizations.ts'
import { userSchema } from './users.ts'
import { idParam } from './wire.ts'

const organizationDetailSchema = z
  .extend(listedOrganizationSchema, {
    devices: described(z.array(deviceSchema), 'deleted ones, too'),
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
