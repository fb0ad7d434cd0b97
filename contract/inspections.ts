import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { id, idParam, instant, organizationId, requiredText, text } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'

const inspectionSchema = z
  .object({
    id,
    name: z.string(),
    contact: withDescription(
      z.string(),
      'whom an inspector calls about an abnormal value: name and telephone',
    ),
    organization_id: id,
    updated_at: instant,
  })
  .register(z.globalRegistry, { id: 'InspectionGroup' })
export type Inspection = z.infer<typeof inspectionSchema>

const inspectionFields = z.strictObject({
  name: requiredText,
  contact: z.optional(text),
  organization_id: organizationId,
})

export const inspectionEndpoints = {
  inspections: endpoint({
    method: 'GET',
    path: '/api/v1/inspections',
    access: 'user',
    summary: 'Inspection groups of the organization',
    data: z.array(inspectionSchema),
  }),
  createInspection: endpoint({
    method: 'POST',
    path: '/api/v1/inspection',
    access: 'user',
    summary: 'Add an inspection group',
    body: inspectionFields,
    data: inspectionSchema,
  }),
  updateInspection: endpoint({
    method: 'PUT',
    path: '/api/v1/inspection/{id}',
    access: 'user',
    summary: 'Rename an inspection group, or change whom its inspectors call',
    params: z.object({ id: idParam }),
    body: inspectionFields,
    data: inspectionSchema,
    errors: ['not_found'],
    subject: 'inspection',
  }),
}
