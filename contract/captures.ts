import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { countParam, id, idParam, instant, newValue, newValueParam, sha256 } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'
import { pictureLimit, pictureTypes } from './pictures.ts'
import { readingSchema } from './readings.ts'
import { readingKey, receiptSchema, recordReceipt, storedHeaders } from './receipts.ts'
import { confirmedDoubts, confirmedDoubtsParam, doubts } from './values/doubts.ts'

/** What the phone declares of a photograph, so that a truncated body is refused. */
export const captureHeaders = z.extend(storedHeaders, {
  'picture-sha256': sha256,
  'picture-length': countParam.check(z.refine((length) => length > 0 && length <= pictureLimit)),
})

export const captureQuery = z.object({
  meter_id: idParam,
  captured_at: withDescription(instant, 'by the phone’s clock'),
  sent_at: withDescription(instant, 'the phone’s clock when sending, to know its error'),
  value: withDescription(
    z.optional(newValueParam),
    'what the inspector accepted or wrote; absent: the server reads',
  ),
  value_source: z.optional(z.enum(['accepted', 'corrected'])),
  confirmed_doubts: z.optional(confirmedDoubtsParam),
})

export const captureEndpoints = {
  createCapture: endpoint({
    method: 'POST',
    path: '/api/v1/captures',
    access: 'user',
    summary: 'A photograph from a phone: the body is the picture’s bytes; repeats are harmless',
    headers: captureHeaders,
    query: captureQuery,
    binary: pictureTypes,
    data: receiptSchema,
    errors: [
      'reference_unknown',
      'picture_unsupported',
      'picture_mismatch',
      'key_reused',
      'payload_too_large',
    ],
  }),
  createTypedReading: endpoint({
    method: 'POST',
    path: '/api/v1/typed-readings',
    access: 'user',
    summary: 'A value without a photograph, as a phone stored it; repeats are harmless',
    headers: storedHeaders,
    body: z.strictObject({
      meter_id: id,
      value: newValue,
      confirmed_doubts: z.optional(confirmedDoubts.check(z.maxLength(doubts.length))),
      measured_at: withDescription(instant, 'by the phone’s clock'),
      sent_at: withDescription(instant, 'the phone’s clock when sending, to know its error'),
      is_time_chosen: withDescription(
        z.optional(z.boolean()),
        'a person chose the time: it applies, whatever the phone’s clock shows',
      ),
    }),
    data: recordReceipt,
    errors: ['reference_unknown', 'key_reused'],
  }),
  capture: endpoint({
    method: 'GET',
    path: '/api/v1/captures/{key}',
    access: 'user',
    summary: 'The reading that a capture became, by the key the phone gave it',
    params: z.object({ key: readingKey }),
    data: readingSchema,
    errors: ['not_found'],
    subject: 'capture',
  }),
}
