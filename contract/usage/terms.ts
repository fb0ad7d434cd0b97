import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { id, idParam, instant, localTime } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'
import { countingFields } from '../meters.ts'

/** How a meter counts from a moment on, until the next terms. */
export const meterTermsSchema = z
  .object({
    id,
    meter_id: id,
    valid_from: withDescription(z.nullable(instant), 'null: from the beginning'),
    multiplier: z.number(),
    digit_number: z.nullable(z.int()),
    decimal_point: z.nullable(z.int()),
  })
  .register(z.globalRegistry, { id: 'MeterTerms' })
export type MeterTerms = z.infer<typeof meterTermsSchema>

const termsUpdate = z.strictObject(countingFields)
export type TermsUpdate = z.infer<typeof termsUpdate>

const termsCreate = z.extend(termsUpdate, {
  valid_from: withDescription(localTime, 'not in the future, and not that of other terms of the meter'),
})
export type TermsCreate = z.infer<typeof termsCreate>

const params = z.object({ id: idParam })
const oneOf = z.object({ id: idParam, terms_id: idParam })

export const meterTermsEndpoints = {
  meterTerms: endpoint({
    method: 'GET',
    path: '/api/v1/meters/{id}/terms',
    access: 'user',
    summary: 'Multiplier, digits and decimals of a meter over time, newest first',
    params,
    data: z.array(meterTermsSchema),
    errors: ['not_found'],
    subject: 'meter',
  }),
  createMeterTerms: endpoint({
    method: 'POST',
    path: '/api/v1/meters/{id}/terms',
    access: 'user',
    summary: 'Change multiplier, digits and decimals from a moment on; usages before it stay as they are',
    params,
    body: termsCreate,
    data: meterTermsSchema,
    errors: ['not_found'],
    subject: 'meter',
  }),
  updateMeterTerms: endpoint({
    method: 'PUT',
    path: '/api/v1/meters/{id}/terms/{terms_id}',
    access: 'user',
    summary: 'Correct multiplier, digits and decimals of a stretch of time, whose usages change with them',
    params: oneOf,
    body: termsUpdate,
    data: meterTermsSchema,
    errors: ['not_found'],
    subject: 'meter',
  }),
  deleteMeterTerms: endpoint({
    method: 'DELETE',
    path: '/api/v1/meters/{id}/terms/{terms_id}',
    access: 'user',
    summary: 'Delete terms that begin at a date: the ones before apply longer',
    params: oneOf,
    data: z.object({ id }),
    errors: ['not_found'],
    subject: 'meter',
  }),
}
