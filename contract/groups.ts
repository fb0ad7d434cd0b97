import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant } from './wire.ts'

export const groupSchema = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    organization_id: id,
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'MeterGroup' })
export type Group = z.infer<typeof groupSchema>

export const groupEndpoints = {
  groups: endpoint({
    method: 'GET',
    path: '/api/v1/meters-groups',
    access: 'user',
    summary: 'Meter groups of the organization',
    data: z.array(groupSchema),
  }),
}
