import { z } from 'zod'
import { readState } from './abnormal.ts'
import { endpoint } from './endpoint.ts'
import { pictureLimit, pictureTypes } from './pictures.ts'
import { spanParam } from './spans.ts'
import {
  countParam,
  flagParam,
  id,
  idListParam,
  idParam,
  imageBase64,
  instant,
  localTime,
  numberParam,
  pictureUrl,
  sha256,
  value,
} from './wire.ts'

/** Where a reading came from. */
export const readingSources = ['entry', 'phone', 'camera', 'analog'] as const

/** What a person had to do with the value: took the proposal, wrote another one, or nothing. */
export const valueSources = ['reader', 'accepted', 'corrected', 'entered'] as const

/** A reading («meter value» of the documents). `created_at` is when it was measured. */
export const readingSchema = z
  .object({
    id,
    meter_id: id,
    meter: z.object({
      id,
      name: z.string(),
      meter_unit_id: id,
      meter_category_id: id,
      meter_group_id: id.nullable(),
      inspection_id: id.nullable(),
      decimal_point: z.int().nullable(),
    }),
    value: value.nullable(),
    value_source: z.enum(valueSources),
    is_abnormal: z.boolean(),
    source: z.enum(readingSources),
    read_state: z.literal(Object.values(readState)).nullable(),
    read_value: value.nullable().describe('what the reader read; no correction changes it'),
    ocr: z.string().nullable(),
    degree: z.number().nullable(),
    confidence: z.number().min(0).max(1).nullable(),
    reasons: z.array(z.string()).describe('why the reader doubts or refuses'),
    position: z
      .number()
      .min(0)
      .lt(10)
      .nullable()
      .describe('where a counter’s last drum stands, its roll included'),
    registration: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('how surely the meter was found where its reference picture shows it; null without one'),
    advice: z
      .object({ seen: value.nullable(), because: z.array(z.string()) })
      .nullable()
      .describe(
        'where earlier readings settled the value: what the picture alone says, and why it was moved',
      ),
    image: pictureUrl.nullable(),
    thumbnail: pictureUrl.nullable(),
    result_image: pictureUrl.nullable().describe('the picture with the read region drawn'),
    result_thumbnail: pictureUrl.nullable(),
    ai_boost_enabled: z.boolean(),
    wakeup_reason: z.literal([0, 1, 2]).nullable().describe('0 timer, 1 manual, 2 heartbeat'),
    created_by: z.string().nullable().describe('user name, where a person sent it'),
    created_at: instant,
    received_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'MeterValue' })
export type Reading = z.infer<typeof readingSchema>

/** Proof that the server holds a reading: a phone lets its bytes go only on a receipt equal to what it sent. */
export const receiptSchema = z
  .object({
    id,
    key: z.string(),
    meter_id: id,
    sha256: sha256.nullable(),
    length: z.int().nonnegative().nullable(),
    received_at: instant,
  })
  .meta({ id: 'Receipt' })
export type Receipt = z.infer<typeof receiptSchema>

const key = z.uuid().describe('made once for each reading; a repeat gets the first answer')
const params = z.object({ id: idParam })

const readingCreate = z.strictObject({
  meter_id: id,
  value: value.nullable(),
  created_at: localTime,
  image_base64: imageBase64.nullable(),
})

export const readingEndpoints = {
  readings: endpoint({
    method: 'GET',
    path: '/api/v1/meters-values',
    access: 'user',
    summary: 'Readings by meter, groups, unit and time, newest first unless asked otherwise',
    query: z.object({
      meter_ids: idListParam.optional(),
      inspection_ids: idListParam.optional(),
      meter_group_ids: idListParam.optional(),
      meter_unit_ids: idListParam.optional(),
      recorded_span: spanParam.optional(),
      is_image: flagParam.optional().describe('1: only readings with a picture'),
      is_abnormal: flagParam.optional().describe('1: only empty readings and those in the emergency range'),
      skip: countParam.optional(),
      limit: countParam.optional().describe('at most 1000, 50 when absent'),
      after: z
        .string()
        .max(100)
        .optional()
        .describe('`next` of the answer before; pages by key, not by number'),
      sort_type: z.enum(['asc', 'desc']).optional(),
    }),
    data: z.array(readingSchema),
    counted: true,
  }),
  reading: endpoint({
    method: 'GET',
    path: '/api/v1/meters-value/{id}',
    aliases: ['/api/v1/meter-value/{id}'],
    access: 'user',
    summary: 'One reading',
    params,
    data: readingSchema,
    errors: ['not_found'],
    subject: 'reading',
  }),
  createReading: endpoint({
    method: 'POST',
    path: '/api/v1/meter-value',
    aliases: ['/api/v1/meters-value'],
    access: 'user',
    summary: 'Add a reading by hand, with or without a picture',
    headers: z.object({ 'idempotency-key': key.optional() }),
    body: readingCreate,
    data: receiptSchema,
    errors: ['reference_unknown', 'picture_unsupported', 'key_reused'],
  }),
  updateReading: endpoint({
    method: 'PUT',
    path: '/api/v1/meter-value/{id}',
    aliases: ['/api/v1/meters-value/{id}'],
    access: 'user',
    summary: 'Correct the value; who, when, before and after are kept',
    params,
    body: z.strictObject({ value: value.nullable() }),
    data: readingSchema,
    errors: ['not_found'],
    subject: 'reading',
  }),
  deleteReading: endpoint({
    method: 'DELETE',
    path: '/api/v1/meter-value/{id}',
    aliases: ['/api/v1/meters-value/{id}'],
    access: 'user',
    summary: 'Delete a reading; who, when and what it was are kept',
    params,
    data: z.object({}),
    errors: ['not_found'],
    subject: 'reading',
  }),
}

/** How the phone declares a photograph, so that a cut or empty body is refused. */
export const captureHeaders = z.object({
  'idempotency-key': key,
  'picture-sha256': sha256,
  'picture-length': countParam.refine((length) => length > 0 && length <= pictureLimit),
})

export const captureQuery = z.object({
  meter_id: idParam,
  captured_at: instant.describe('by the phone’s clock'),
  sent_at: instant.describe('the phone’s clock when sending, to know its error'),
  value: numberParam.optional().describe('what the inspector accepted or wrote; absent: the server reads'),
  value_source: z.enum(['accepted', 'corrected']).optional(),
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
  capture: endpoint({
    method: 'GET',
    path: '/api/v1/captures/{key}',
    access: 'user',
    summary: 'The reading that a capture became, by the key the phone gave it',
    params: z.object({ key }),
    data: readingSchema,
    errors: ['not_found'],
    subject: 'capture',
  }),
}
