import { z } from 'zod'
import { meterDeviceSchema } from './devices.ts'
import { endpoint } from './endpoint.ts'
import {
  id,
  idParam,
  imageBase64,
  instant,
  organizationId,
  pictureUrl,
  requiredText,
  text,
  value,
} from './wire.ts'

const ratio = z.number().min(0).max(1)

/** Where the pins of a needle’s scale stand in the reference picture, as ratios; the settings string holds only their angles. */
export const pinsSchema = z.strictObject({
  axis: z.strictObject({ x: ratio, y: ratio }),
  radius: z.number().positive().max(2).describe('axis to scale, as a ratio of the picture’s width'),
})
export type Pins = z.infer<typeof pinsSchema>

/** The latest reading of a meter, as lists and the capture screen show it. */
const lastReadingSchema = z.object({
  id,
  value: value.nullable(),
  created_at: instant,
  is_abnormal: z.boolean(),
  thumbnail: pictureUrl.nullable().describe('framed where the reader drew a frame'),
})

export const meterSchema = z
  .object({
    id,
    name: z.string(),
    organization_id: id,
    device_id: id.nullable(),
    device: meterDeviceSchema.nullable(),
    image: pictureUrl.nullable().describe('reference picture'),
    thumbnail: pictureUrl.nullable(),
    reference: pictureUrl
      .nullable()
      .describe('the reference picture as reading registers photographs to it: WebP, at most 1000 px'),
    meter_unit_id: id,
    meter_category_id: id,
    meter_group_id: id.nullable(),
    inspection_id: id.nullable(),
    start_value: value.nullable(),
    end_value: value.nullable(),
    emergency_start_value: value.nullable(),
    emergency_end_value: value.nullable(),
    use_ai_boost: z.boolean(),
    digit_number: z.int().nullable(),
    decimal_point: z.int().nullable(),
    read_line_index: z.int().nullable(),
    settings: z.string().nullable().describe('AI assist string'),
    area: z.string().nullable().describe('read-position string'),
    pins: pinsSchema.nullable(),
    analog_settings: z.string().nullable().describe('channel:min:max'),
    status: z.literal(1),
    qr_image: z.string().describe('address of the QR code that leads to the meter’s capture, a PNG'),
    last_reading: lastReadingSchema.nullable(),
    evidence: z
      .array(z.object({ value, created_at: instant }))
      .describe('those of its latest readings that the next photograph may be held against, newest first'),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Meter' })
export type Meter = z.infer<typeof meterSchema>

/** Channels of an analog input unit: 1 0~17V, 2 0~5V, 3 4~20mA. */
const analogSettings = z
  .string()
  .regex(/^[123]:-?\d+(\.\d+)?:-?\d+(\.\d+)?$/)
  .max(100)

const meterFields = {
  name: requiredText,
  device_id: id.nullable(),
  analog_settings: analogSettings.nullable(),
  meter_unit_id: id,
  meter_category_id: id,
  meter_group_id: id.nullable(),
  inspection_id: id.nullable(),
  start_value: value.nullable(),
  end_value: value.nullable(),
  emergency_start_value: value.nullable(),
  emergency_end_value: value.nullable(),
  use_ai_boost: z.boolean(),
  digit_number: z.int().min(1).max(12).nullable(),
  decimal_point: z.int().min(0).max(11).nullable(),
  read_line_index: z.int().min(0).max(99).nullable(),
  settings: z.string().max(2000).nullable(),
  area: text.nullable(),
  pins: pinsSchema.nullable(),
  image_base64: imageBase64.nullable(),
}

const meterUpdate = z
  .strictObject(meterFields)
  .partial()
  .extend({
    organization_id: organizationId,
    status: z.literal(1).optional(),
  })
export type MeterUpdate = z.infer<typeof meterUpdate>

const meterCreate = meterUpdate.required({ name: true, meter_unit_id: true, meter_category_id: true })
export type MeterCreate = z.infer<typeof meterCreate>

const params = z.object({ id: idParam })

export const meterEndpoints = {
  meters: endpoint({
    method: 'GET',
    path: '/api/v1/meters',
    access: 'user',
    summary: 'Every meter of the organization with its latest reading',
    data: z.array(meterSchema),
  }),
  meter: endpoint({
    method: 'GET',
    path: '/api/v1/meters/{id}',
    access: 'user',
    summary: 'One meter',
    params,
    data: meterSchema,
    errors: ['not_found'],
    subject: 'meter',
  }),
  createMeter: endpoint({
    method: 'POST',
    path: '/api/v1/meters',
    access: 'user',
    summary: 'Register a meter',
    body: meterCreate,
    data: meterSchema,
    errors: ['reference_unknown', 'picture_unsupported'],
  }),
  updateMeter: endpoint({
    method: 'PUT',
    path: '/api/v1/meters/{id}',
    access: 'user',
    summary: 'Change a meter: only the fields that are sent',
    params,
    body: meterUpdate,
    data: meterSchema,
    errors: ['not_found', 'reference_unknown', 'picture_unsupported'],
    subject: 'meter',
  }),
  meterQr: endpoint({
    method: 'GET',
    path: '/api/v1/meters/{id}/qr',
    // For `<img>`, which sends no key: it holds the number that was asked for, and nothing of the meter.
    access: 'public',
    summary: 'The QR code that leads to the capture of the meter of this number',
    params,
    data: null,
    media: 'image/png',
  }),
}
