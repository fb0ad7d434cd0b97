import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { id, idParam, instant } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'

/** 撮り直しの依頼: somebody is to photograph the meter of a reading again. */
export const retakeSchema = z
  .object({
    requested_by: withDescription(z.nullable(z.string()), 'user name; null: the user has left'),
    requested_at: instant,
  })
  .register(z.globalRegistry, { id: 'Retake' })
export type Retake = z.infer<typeof retakeSchema>

export const retakeEndpoints = {
  requestRetake: endpoint({
    method: 'POST',
    path: '/api/v1/meter-value/{id}/retake',
    access: 'user',
    summary:
      'Ask whoever is in charge of the round to photograph the meter of a reading again; repeats are harmless. The request ends with the next reading, or when somebody decides about the value',
    params: z.object({ id: idParam }),
    data: retakeSchema,
    errors: ['not_found', 'retake_refused'],
    subject: 'reading',
  }),
  withdrawRetake: endpoint({
    method: 'DELETE',
    path: '/api/v1/meter-value/{id}/retake',
    access: 'user',
    summary: 'Take back what the caller has just asked for, for a minute',
    params: z.object({ id: idParam }),
    data: z.object({ reading_id: id }),
    errors: ['not_found', 'undo_refused'],
    subject: 'reading',
  }),
}
