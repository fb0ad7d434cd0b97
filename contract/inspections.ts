import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant } from './wire.ts'

export const inspectionSchema = z
  .object({ id, name: z.string(), organization_id: id, updated_at: instant })
  .meta({ id: 'InspectionGroup' })
export type Inspection = z.infer<typeof inspectionSchema>

export const inspectionEndpoints = {
  inspections: endpoint({
    method: 'GET',
    path: '/api/v1/inspections',
    access: 'user',
    summary: 'Inspection groups of the organization',
    data: z.array(inspectionSchema),
  }),
}
