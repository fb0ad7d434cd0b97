import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { id, idParam, instant, localTime, numberParam } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'
import { closedMonthsHeaders } from '../closing/closedMonths.ts'
import { countingFields, countingLimits } from '../meters.ts'

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
  valid_from: withDescription(localTime, 'not in the future, and not on a day on which other terms begin'),
})
export type TermsCreate = z.infer<typeof termsCreate>

/** Months in which a change of terms changes the usage, newest first, in one answer at most. */
export const maxChangedMonths = 12

const wholeNumber = numberParam.check(z.multipleOf(1))

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
    headers: closedMonthsHeaders,
    body: termsCreate,
    data: meterTermsSchema,
    errors: ['not_found', 'closed_months_change'],
    subject: 'meter',
  }),
  updateMeterTerms: endpoint({
    method: 'PUT',
    path: '/api/v1/meters/{id}/terms/{terms_id}',
    access: 'user',
    summary: 'Correct multiplier, digits and decimals of a stretch of time, whose usages change with them',
    params: oneOf,
    headers: closedMonthsHeaders,
    body: termsUpdate,
    data: meterTermsSchema,
    errors: ['not_found', 'closed_months_change'],
    subject: 'meter',
  }),
  deleteMeterTerms: endpoint({
    method: 'DELETE',
    path: '/api/v1/meters/{id}/terms/{terms_id}',
    access: 'user',
    summary: 'Delete terms that begin at a date: the ones before apply longer',
    params: oneOf,
    headers: closedMonthsHeaders,
    data: z.object({ id }),
    errors: ['not_found', 'closed_months_change'],
    subject: 'meter',
  }),
  termsEffect: endpoint({
    method: 'GET',
    path: '/api/v1/meters/{id}/terms-effect',
    access: 'user',
    summary: 'In which months the usage would change with new, corrected or deleted terms, and by how much',
    params,
    query: z.object({
      terms_id: withDescription(z.optional(idParam), 'the terms to correct or delete; absent: new ones'),
      valid_from: withDescription(z.optional(localTime), 'of new terms'),
      multiplier: withDescription(
        z.optional(numberParam.check(...countingLimits.multiplier)),
        'absent: the terms are deleted',
      ),
      digit_number: withDescription(
        z.optional(wholeNumber.check(...countingLimits.digits)),
        'absent: not registered',
      ),
      decimal_point: withDescription(
        z.optional(wholeNumber.check(...countingLimits.decimals)),
        'absent: not registered',
      ),
    }),
    data: z.object({
      count: withDescription(
        z.int(),
        'months in which the usage changes; 0 for a meter that does not count up',
      ),
      months: withDescription(
        z.array(
          z.object({
            from: instant,
            to: withDescription(instant, 'exclusive; the last month ends with the last reading'),
            before: withDescription(z.nullable(z.number()), 'null: unknown'),
            after: withDescription(z.nullable(z.number()), 'null: unknown'),
          }),
        ),
        `newest first, at most ${maxChangedMonths}`,
      ),
    }),
    errors: ['not_found'],
    subject: 'meter',
  }),
}
