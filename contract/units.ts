import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { id, idParam, requiredText } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'
import { usageSchema } from './categories.ts'

const unitSchema = z
  .object({
    id,
    name: z.string(),
    status: withDescription(z.literal([0, 1]), '0 active, 1 disabled'),
  })
  .register(z.globalRegistry, { id: 'MeterUnit' })
export type Unit = z.infer<typeof unitSchema>

export const unitEndpoints = {
  units: endpoint({
    method: 'GET',
    path: '/api/v1/meters-units',
    access: 'user',
    summary: 'Meter units, the master list',
    data: z.array(unitSchema),
  }),
  unitUsage: endpoint({
    method: 'GET',
    path: '/api/v1/meter-units/usage',
    access: 'system',
    summary: 'How many meters have each meter unit',
    data: usageSchema,
  }),
  createUnit: endpoint({
    method: 'POST',
    path: '/api/v1/meter-unit',
    access: 'system',
    summary: 'Add a meter unit',
    body: z.strictObject({ name: requiredText }),
    data: unitSchema,
  }),
  updateUnit: endpoint({
    method: 'PUT',
    path: '/api/v1/meter-unit/{id}',
    access: 'system',
    summary: 'Rename, disable or enable a meter unit',
    params: z.object({ id: idParam }),
    body: z.strictObject({ name: requiredText, status: z.optional(z.literal([0, 1])) }),
    data: unitSchema,
    errors: ['not_found'],
  }),
  deleteUnit: endpoint({
    method: 'DELETE',
    path: '/api/v1/meter-unit/{id}',
    access: 'system',
    summary: 'Delete a meter unit that no meter has',
    params: z.object({ id: idParam }),
    data: z.object({ id }),
    errors: ['not_found', 'master_in_use'],
  }),
}
