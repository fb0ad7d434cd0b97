import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { id, idParam, organizationId, requiredText } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'

/** 負担先: who bears the cost of what a meter counts. */
const costBearerSchema = z
  .object({
    id,
    name: z.string(),
    status: withDescription(z.literal([0, 1]), '0 active, 1 disabled: meters keep it, no other chooses it'),
  })
  .register(z.globalRegistry, { id: 'CostBearer' })
export type CostBearer = z.infer<typeof costBearerSchema>

const params = z.object({ id: idParam })

export const costBearerEndpoints = {
  costBearers: endpoint({
    method: 'GET',
    path: '/api/v1/cost-bearers',
    access: 'user',
    summary: 'Cost bearers of the organization',
    data: z.array(costBearerSchema),
  }),
  createCostBearer: endpoint({
    method: 'POST',
    path: '/api/v1/cost-bearers',
    access: 'user',
    summary: 'Add a cost bearer',
    body: z.strictObject({ name: requiredText, organization_id: organizationId }),
    data: costBearerSchema,
  }),
  updateCostBearer: endpoint({
    method: 'PUT',
    path: '/api/v1/cost-bearers/{id}',
    access: 'user',
    summary: 'Rename, disable or enable a cost bearer',
    params,
    body: z.strictObject({
      name: requiredText,
      status: z.optional(z.literal([0, 1])),
      organization_id: organizationId,
    }),
    data: costBearerSchema,
    errors: ['not_found'],
    subject: 'cost-bearer',
  }),
  deleteCostBearer: endpoint({
    method: 'DELETE',
    path: '/api/v1/cost-bearers/{id}',
    access: 'user',
    summary: 'Delete a cost bearer that no meter has',
    params,
    data: z.object({ id }),
    errors: ['not_found', 'master_in_use'],
    subject: 'cost-bearer',
  }),
}
