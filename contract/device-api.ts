import * as z from 'zod/mini'
import { described } from './described.ts'
import { resolutionType } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { pictureTypes } from './pictures.ts'
import { receiptSchema } from './receipts.ts'
import { countParam, id, instant, requiredText } from './wire.ts'

/**
 * Why a reading of a device has no value, or one to be doubted: the current of a 4~20mA loop is below 3.6 mA or above 21
 * mA, or the device names an error of its own.
 */
export type DeviceReason = 'loop broken' | 'loop short' | 'device error'

/** Measurements in one call at most. */
export const maxMeasurements = 1000
/** V or mA: no input measures more, whatever a device says. */
const maxMeasured = 1000

const battery = z.int().check(z.gte(0), z.lte(100))
const dbm = z.int().check(z.gte(-200), z.lte(0))
const runningTime = z.int().check(z.gte(0), z.lte(2_000_000_000))

/** A whole number in a header. */
const wholeParam = <S extends z.ZodMiniType<number, number>>(number: S) =>
  z.codec(z.string().check(z.regex(/^-?\d{1,10}$/)), number as z.ZodMiniType<number, number>, {
    decode: Number,
    encode: String,
  })

const caller = {
  'device-serial': described(requiredText, 'which of the organization’s devices calls'),
}
const idempotencyKey = described(
  z.string().check(z.regex(/^[\x21-\x7e]{8,100}$/)),
  'made once for each report, such as a UUID; a repeat gets the first answer',
)
/** Of a device by its own clock. */
const clocks = {
  'measured-at': described(instant, 'by the device’s clock'),
  'sent-at': described(z.optional(instant), 'the device’s clock when sending, to know its error'),
}
const state = {
  battery: z.optional(wholeParam(battery)),
  dbm: z.optional(wholeParam(dbm)),
  'running-time': described(z.optional(wholeParam(runningTime)), 'seconds in all'),
}

const configSchema = z
  .object({
    device_id: id,
    name: z.string(),
    interval_crons: described(z.nullable(z.string()), 'cron expressions joined by commas, in `time_zone`'),
    time_zone: z.string(),
    server_time: instant,
    next_due_at: z.nullable(instant),
    resolution_type: z.literal(Object.values(resolutionType)),
    retry_time: described(z.int(), 'seconds after a due time in which a report still counts as in time'),
    is_next_af: z.boolean(),
    is_buzzer: z.boolean(),
    is_flash: z.boolean(),
    allow_time_drift: described(z.int(), 'seconds'),
    analog_channels: z.array(
      z.object({ channel: z.int(), meter_id: id, meter_name: z.string(), min: z.number(), max: z.number() }),
    ),
  })
  .register(z.globalRegistry, { id: 'DeviceConfig' })
export type DeviceConfig = z.infer<typeof configSchema>

/** What every report is answered with. */
const acknowledgement = {
  server_time: instant,
  clock_offset_ms: described(
    z.nullable(z.int()),
    'how far the device’s clock is ahead, where that is more than it may be; else null',
  ),
  config_etag: described(z.string(), 'ask for the configuration when it has changed'),
}
const reportAnswer = z
  .object({ receipts: z.array(receiptSchema), ...acknowledgement })
  .register(z.globalRegistry, { id: 'ReportAnswer' })
export type ReportAnswer = z.infer<typeof reportAnswer>

const deviceErrors = ['device_unknown'] as const
const reportErrors = [...deviceErrors, 'key_reused', 'meter_missing', 'time_refused'] as const
const pictureErrors = [
  ...reportErrors,
  'picture_missing',
  'picture_unsupported',
  'picture_mismatch',
  'payload_too_large',
] as const

const measurement = z.object({
  value: described(z.number().check(z.gte(-maxMeasured), z.lte(maxMeasured)), 'V or mA, as measured'),
  measured_at: instant,
})

/** A value and a time of AI-on-the-edge-device, as its webhook sends them: all texts. */
const webhookRow = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  timestampLong: described(z.string().check(z.regex(/^\d{1,12}$/)), 'seconds since 1970'),
  rawValue: z.string(),
  value: z.string(),
  preValue: z.string(),
  error: z.string(),
})

const webhook = '/api/v1/device-api/ai-on-the-edge'

export const deviceApiEndpoints = {
  registerDevice: endpoint({
    method: 'POST',
    path: '/api/v1/device-api/register',
    access: 'device',
    summary: 'A device that was created in the console says that it is there',
    body: z.object({ serial_number: requiredText, access_hash: z.string() }),
    data: configSchema,
    errors: [...deviceErrors, 'registration_refused'],
  }),
  deviceConfig: endpoint({
    method: 'GET',
    path: '/api/v1/device-api/config',
    access: 'device',
    summary: 'What the device shall do; with `If-None-Match` an unchanged one costs nothing (304)',
    headers: z.object({ ...caller, 'if-none-match': z.optional(z.string().check(z.maxLength(1000))) }),
    data: configSchema,
    errors: deviceErrors,
  }),
  reportPicture: endpoint({
    method: 'POST',
    path: '/api/v1/device-api/pictures',
    access: 'device',
    summary: 'A picture: one reading for each meter of the camera, all or none; repeats are harmless',
    headers: z.object({
      ...caller,
      ...clocks,
      ...state,
      'idempotency-key': idempotencyKey,
      'content-digest': described(
        z.string().check(z.regex(/^sha-256=:[A-Za-z0-9+/]{43}=:$/)),
        'RFC 9530: sha-256=:…: of the body',
      ),
      'wakeup-reason': described(
        z.optional(wholeParam(z.int().check(z.gte(0), z.lte(2)))),
        '0 schedule, 1 button, 2 other',
      ),
    }),
    binary: pictureTypes,
    data: reportAnswer,
    errors: pictureErrors,
  }),
  reportAnalog: endpoint({
    method: 'POST',
    path: '/api/v1/device-api/analog',
    access: 'device',
    summary: 'Measurements of one channel; scaled to values of its meters',
    headers: z.object({ ...caller, 'idempotency-key': idempotencyKey }),
    body: z.object({
      channel: z.literal([1, 2, 3]),
      measurements: z.array(measurement).check(z.minLength(1), z.maxLength(maxMeasurements)),
      sent_at: z.optional(instant),
      battery_per: z.optional(battery),
      dbm: z.optional(dbm),
      running_time: z.optional(runningTime),
    }),
    data: reportAnswer,
    errors: reportErrors,
  }),
  reportHeartbeat: endpoint({
    method: 'POST',
    path: '/api/v1/device-api/heartbeat',
    access: 'device',
    summary: 'Signs of life, logs and errors between measurements',
    headers: z.object(caller),
    body: z.object({
      sent_at: z.optional(instant),
      battery_per: z.optional(battery),
      dbm: z.optional(dbm),
      running_time: z.optional(runningTime),
      logs: z.optional(z.string().check(z.maxLength(20_000))),
      errors: z.optional(
        z.array(z.string().check(z.minLength(1), z.maxLength(1000))).check(z.maxLength(100)),
      ),
    }),
    data: z.object(acknowledgement),
    errors: deviceErrors,
  }),
  webhookValues: endpoint({
    method: 'POST',
    path: webhook,
    access: 'device',
    summary: 'Values of AI-on-the-edge-device’s webhook; `name` is the meter’s',
    body: z.array(webhookRow).check(z.minLength(1), z.maxLength(100)),
    data: z.object({ receipts: z.array(receiptSchema) }),
    errors: reportErrors,
  }),
  webhookPicture: endpoint({
    method: 'PUT',
    path: webhook,
    access: 'device',
    summary: 'The picture of those values',
    query: z.object({ timestamp: described(countParam, 'seconds since 1970') }),
    binary: pictureTypes,
    data: z.object({ receipts: z.array(receiptSchema) }),
    errors: pictureErrors,
  }),
}
