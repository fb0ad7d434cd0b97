import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { id, idParam, instant } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'

const dataResetSchema = z
  .object({
    started_at: instant,
    started_by: z.object({ id, username: z.string() }),
    step: withDescription(
      z.enum(['delete', 'fill']),
      'what is being done, or was done last: deleting, or filling the demonstration anew',
    ),
    done: withDescription(z.int(), 'of this step: rows and pictures, or days'),
    total: z.int(),
    finished_at: withDescription(z.nullable(instant), 'null: it is under way'),
    failure: withDescription(z.nullable(z.string()), 'why it ended without success'),
  })
  .register(z.globalRegistry, { id: 'DataReset' })
export type DataReset = z.infer<typeof dataResetSchema>

const path = '/api/v1/organization/deletion-refresh'

export const dataResetEndpoints = {
  dataReset: endpoint({
    method: 'GET',
    path,
    access: 'system',
    sessionOnly: true,
    summary: 'The last initialisation of an organization’s data, with its progress; null: there was none',
    query: z.object({ organization_id: idParam }),
    foreignOrganization: true,
    data: z.nullable(dataResetSchema),
  }),
  startDataReset: endpoint({
    method: 'POST',
    path,
    access: 'system',
    sessionOnly: true,
    summary:
      'Initialise the data of an organization that is a demonstration and not protected: readings, alerts, pictures, device history and access logs are deleted, the demonstration’s 60 days filled anew',
    body: z.strictObject({ organization_id: id }),
    foreignOrganization: true,
    data: dataResetSchema,
    errors: ['reset_refused', 'reset_running'],
  }),
}
