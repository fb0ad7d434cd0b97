import * as z from 'zod/mini'
import { textLimit } from '../text/limits.ts'
import { plainText } from '../text/plainText.ts'
import { endpoint } from './calls/endpoint.ts'
import {
  id,
  idParam,
  imageBase64,
  instant,
  localTime,
  multilineText,
  newValue,
  numberParam,
  oneLine,
  organizationId,
  pictureUrl,
  requiredText,
  text,
  value,
} from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'
import { closedMonthsHeaders } from './closing/closedMonths.ts'
import { meterDeviceSchema } from './devices.ts'
import { replacementSchema } from './replacements.ts'
import { allocationMethods } from './usage/allocationMethods.ts'
import { roundings } from './usage/rounding.ts'
import { readState } from './values/abnormal.ts'
import { rateSchema } from './values/consumptionSchemas.ts'
import { cumulativeModes } from './values/cumulative.ts'
import { valueModes } from './values/deviceValues.ts'

/** Readings among which the effect of another range is counted, at most; one a minute for a month is fewer. */
export const rangeEffectLimit = 50_000

const ratio = z.number().check(z.gte(0), z.lte(1))

/** Pins of a needle’s scale in the reference picture, as ratios; the settings string holds only their angles. */
const pinsSchema = z.strictObject({
  axis: z.strictObject({ x: ratio, y: ratio }),
  radius: withDescription(
    z.number().check(z.positive(), z.lte(2)),
    'axis to scale, as a ratio of the picture’s width',
  ),
})
export type Pins = z.infer<typeof pinsSchema>

/** Points and radii are ratios of the reference picture, the radius of its width; angles clockwise from the top. */
const settingsText =
  'AI assist string. Of a needle `angle:value,…`; of figures `x1@y1:x2@y2,…`, a rectangle a digit. Of a counter up to four dials beside its drums follow, `x@y:radius:multiplier` with the multipliers 0.1 to 0.0001 without a gap, `:zero` where their 0 is not at the top (degrees), `:ccw` after it where they turn counter-clockwise; `decimal_point` is that of the finest dial'

const valueMode = withDescription(
  z.nullable(z.enum(valueModes)),
  'which value counts where a device sends one of its own: its own, the one read from the picture, or its own compared with the picture; null: `picture` if the meter has reading settings, else `device`',
)

const cumulativeMode = withDescription(
  z.enum(cumulativeModes),
  'whether a display (segment, dot) counts up; `auto`: if its unit is one of Wh, kWh, MWh, GJ, MJ, m³, Nm³, L, kL and it has no measuring range',
)

const roundingText =
  'how an index is rounded before usage is computed: not at all, or cut to the integer below'

/** A meter’s latest reading in lists and on the capture screen. */
const lastReadingSchema = z.object({
  id,
  value: z.nullable(value),
  created_at: instant,
  is_abnormal: z.boolean(),
  is_unsure: withDescription(z.boolean(), 'a person should look at the value before it is relied on'),
  read_state: z.nullable(z.literal(Object.values(readState))),
  reasons: withDescription(z.optional(z.array(z.string())), 'why there is no value, or a doubtful one'),
  thumbnail: withDescription(z.nullable(pictureUrl), 'framed where the reader drew a frame'),
})

export const meterSchema = z
  .object({
    id,
    name: z.string(),
    code: withDescription(z.nullable(z.string()), '管理番号: unique in the organization'),
    place_note: withDescription(z.string(), 'how an inspector finds it'),
    organization_id: id,
    device_id: z.nullable(id),
    device: z.nullable(meterDeviceSchema),
    image: withDescription(z.nullable(pictureUrl), 'reference picture'),
    thumbnail: z.nullable(pictureUrl),
    reference: withDescription(
      z.nullable(pictureUrl),
      'the reference picture as reading registers photographs to it: WebP, at most 1000 px',
    ),
    meter_unit_id: id,
    meter_category_id: id,
    meter_group_id: z.nullable(id),
    inspection_id: z.nullable(id),
    cost_bearer_id: z.nullable(id),
    customer_number: withDescription(z.string(), 'of the contract or customer'),
    parent_meter_id: withDescription(z.nullable(id), 'the meter through which this one is supplied'),
    verification_expires_on: withDescription(
      z.nullable(z.iso.date()),
      'the last day of its verification (検定)',
    ),
    start_value: z.nullable(value),
    end_value: z.nullable(value),
    emergency_start_value: z.nullable(value),
    emergency_end_value: z.nullable(value),
    use_ai_boost: z.boolean(),
    digit_number: z.nullable(z.int()),
    decimal_point: z.nullable(z.int()),
    read_line_index: z.nullable(z.int()),
    settings: withDescription(z.nullable(z.string()), settingsText),
    area: withDescription(z.nullable(z.string()), 'read-position string'),
    pins: z.nullable(pinsSchema),
    analog_settings: withDescription(z.nullable(z.string()), 'channel:min:max'),
    value_mode: valueMode,
    cumulative_mode: cumulativeMode,
    is_cumulative: withDescription(
      z.boolean(),
      'it counts up: consumption follows from the differences of its readings. Counters always, displays by `cumulative_mode`',
    ),
    rounding: withDescription(z.enum(roundings), roundingText),
    allocation_method: withDescription(
      z.enum(allocationMethods),
      'how its usage of this month is allocated; see the rules of allocation',
    ),
    multiplier: withDescription(z.number(), 'from the digits of a cumulative meter to what was consumed'),
    rate: withDescription(
      z.nullable(rateSchema),
      'of a cumulative meter, learned from its last 90 days; null: not yet',
    ),
    replacement: withDescription(z.nullable(replacementSchema), 'the latest'),
    status: z.literal(1),
    qr_image: withDescription(z.string(), 'address of the QR code that leads to the meter’s capture, a PNG'),
    last_reading: z.nullable(lastReadingSchema),
    evidence: withDescription(
      z.array(z.object({ value, created_at: instant })),
      'those of its latest readings that the next photograph may be held against, newest first',
    ),
    rejudging: withDescription(
      z.nullable(z.object({ total: z.int(), done: z.int() })),
      'how many of its readings have been judged by its changed abnormal range; null: all',
    ),
    created_at: instant,
    updated_at: instant,
  })
  .register(z.globalRegistry, { id: 'Meter' })
export type Meter = z.infer<typeof meterSchema>

/** Channels of an analog input unit: 1 0~17V, 2 0~5V, 3 4~20mA. */
const analogSettings = z.string().check(z.regex(/^[123]:-?\d+(\.\d+)?:-?\d+(\.\d+)?$/), z.maxLength(100))

/** 倍率 at most. */
export const maxMultiplier = 1_000_000

/** Digits of a counter or display. */
export const maxDigits = 12

/** The line of a display of several that holds the value. */
export const maxReadLine = 99

export const countingLimits = {
  digits: [z.gte(1), z.lte(maxDigits)],
  decimals: [z.gte(0), z.lte(maxDigits - 1)],
  multiplier: [z.positive(), z.lte(maxMultiplier)],
} as const

/** Digits, decimals and multiplier, which change together (contract/usage/terms.ts). */
export const countingFields = {
  digit_number: z.nullable(z.int().check(...countingLimits.digits)),
  decimal_point: z.nullable(z.int().check(...countingLimits.decimals)),
  multiplier: z.number().check(...countingLimits.multiplier),
}

/** A 管理番号 is stored in half width and without invisible characters, so that it is one code however it is typed. */
const meterCode = z
  .string()
  .check(z.overwrite(plainText), z.trim(), z.minLength(1), z.maxLength(textLimit), oneLine)

const earliestExpiry = '1900-01-01'
const expiryDate = z.iso
  .date('実在する日付を YYYY-MM-DD の形式で指定してください')
  .check(z.refine((date) => date >= earliestExpiry, '1900年以降の日付を指定してください'))

const meterFields = {
  name: requiredText,
  code: z.nullable(meterCode),
  place_note: multilineText,
  device_id: z.nullable(id),
  analog_settings: z.nullable(analogSettings),
  value_mode: valueMode,
  meter_unit_id: id,
  meter_category_id: id,
  meter_group_id: z.nullable(id),
  inspection_id: z.nullable(id),
  cost_bearer_id: z.nullable(id),
  customer_number: text,
  parent_meter_id: z.nullable(id),
  verification_expires_on: z.nullable(expiryDate),
  start_value: z.nullable(newValue),
  end_value: z.nullable(newValue),
  emergency_start_value: z.nullable(newValue),
  emergency_end_value: z.nullable(newValue),
  use_ai_boost: z.boolean(),
  ...countingFields,
  read_line_index: z.nullable(z.int().check(z.gte(0), z.lte(maxReadLine))),
  cumulative_mode: cumulativeMode,
  rounding: withDescription(z.enum(roundings), roundingText),
  settings: withDescription(z.nullable(z.string().check(z.maxLength(2000))), settingsText),
  area: z.nullable(text),
  pins: z.nullable(pinsSchema),
  image_base64: z.nullable(imageBase64),
}

const meterChange = z.extend(z.partial(z.strictObject(meterFields)), {
  organization_id: organizationId,
  status: z.optional(z.literal(1)),
})

const meterUpdate = z.extend(meterChange, {
  terms_from: withDescription(
    z.optional(localTime),
    'the multiplier, digits and decimals that are sent apply from this moment on, which is later than the beginning of the newest terms; absent: they correct the newest terms',
  ),
})
export type MeterUpdate = z.infer<typeof meterUpdate>

const meterCreate = z.required(meterChange, { name: true, meter_unit_id: true, meter_category_id: true })
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
    data: z.extend(meterSchema, {
      updated_by: withDescription(
        z.nullable(z.object({ id, username: z.string() })),
        'who changed it last; null where that is not known',
      ),
    }),
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
    errors: ['reference_unknown', 'code_taken', 'picture_unsupported', 'storage_full'],
  }),
  updateMeter: endpoint({
    method: 'PUT',
    path: '/api/v1/meters/{id}',
    access: 'user',
    summary: 'Change a meter: only the fields that are sent',
    params,
    headers: closedMonthsHeaders,
    body: meterUpdate,
    data: meterSchema,
    errors: [
      'not_found',
      'reference_unknown',
      'code_taken',
      'picture_unsupported',
      'storage_full',
      'closed_months_change',
    ],
    subject: 'meter',
  }),
  rangeEffect: endpoint({
    method: 'GET',
    path: '/api/v1/meters/{id}/range-effect',
    access: 'user',
    summary: 'How many readings of the last 30 days another abnormal range would judge otherwise',
    params,
    query: z.object({
      emergency_start_value: withDescription(z.optional(numberParam), 'both absent: no abnormal range'),
      emergency_end_value: z.optional(numberParam),
    }),
    data: z.object({
      readings: withDescription(z.int(), `the newest of the last 30 days, at most ${rangeEffectLimit}`),
      to_abnormal: z.int(),
      to_normal: z.int(),
      ends_alert: withDescription(
        z.boolean(),
        'the alert that is occurring ends, because the latest reading would be normal',
      ),
    }),
    errors: ['not_found'],
    subject: 'meter',
  }),
  meterQr: endpoint({
    method: 'GET',
    path: '/api/v1/meters/{id}/qr',
    // For `<img>`, which sends no key; the code holds only the id that was asked for.
    access: 'public',
    summary: 'The QR code that leads to the capture of the meter of this number',
    params,
    data: null,
    media: 'image/png',
    errors: ['public_url_missing'],
  }),
}
