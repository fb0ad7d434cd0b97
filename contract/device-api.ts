import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { id, instant, requiredText } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'
import { resolutionType } from './devices.ts'
import { pictureTypes } from './pictures.ts'
import { reportReceiptSchema } from './receipts.ts'

/** Measurements in one call at most. */
export const maxMeasurements = 1000
/** Readings that one call may yield: measurements times meters. They are one transaction. */
export const maxReadings = 10_000
/** V or mA: no input measures more, whatever a device says. */
const maxMeasured = 1000

/** A header holds bytes, which Node reads as Latin-1. Serial numbers that were created earlier may be UTF-8. */
const serialHeader = z.codec(z.string(), requiredText, { decode: decodeHeader, encode: (serial) => serial })

/** Decodes UTF-8 that was read as Latin-1; anything else is returned unchanged. */
export function decodeHeader(header: string): string {
  const escaped = header.replace(
    /[%\x80-\xff]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  try {
    return decodeURIComponent(escaped)
  } catch {
    return header
  }
}

const caller = {
  'device-serial': withDescription(
    serialHeader,
    'serial number of the calling device; letter case does not matter',
  ),
}
const idempotencyKey = withDescription(
  z.string().check(z.regex(/^[\x21-\x7e]{8,100}$/, '8 〜 100文字の半角英数字・記号で指定してください')),
  'made once for each report, such as a UUID; a repeat gets the first answer',
)

/** ISO 8601 as firmware writes it: also `+0900`, `+09`, a lower-case `t` or `z`, or a space instead of the `T`. */
export const deviceInstant = z.codec(z.string(), z.iso.datetime({ offset: true }), {
  decode: (text) =>
    text
      .trim()
      .replace(/^(\d{4}-\d{2}-\d{2})[ t]/, '$1T')
      .replace(/z$/, 'Z')
      .replace(/(T.*[+-]\d{2}):?(\d{2})$/, '$1:$2')
      .replace(/(T[^+-]*[+-]\d{2})$/, '$1:00'),
  encode: (text) => text,
})
/** Of a device by its own clock. */
const clocks = {
  'measured-at': withDescription(
    z.optional(z.string()),
    'ISO 8601 with an offset, by the device’s clock; the time of arrival is used if it is missing, unreadable or impossible',
  ),
  'sent-at': withDescription(
    z.optional(z.string()),
    'the device’s clock when sending, to know its error; ignored if unreadable',
  ),
}

const sideDetail = (range: string) => `${range}; rounded, clamped or ignored otherwise, with a remark`
const state = {
  battery: withDescription(z.optional(z.string()), sideDetail('per cent, 0 to 100')),
  dbm: withDescription(z.optional(z.string()), sideDetail('signal strength, -200 to 0')),
  'running-time': withDescription(z.optional(z.string()), sideDetail('seconds in all, up to 2,000,000,000')),
}
const stateInBody = {
  sent_at: withDescription(z.optional(z.unknown()), 'the device’s clock when sending; ignored if unreadable'),
  battery_per: withDescription(z.optional(z.unknown()), sideDetail('per cent, 0 to 100')),
  dbm: withDescription(z.optional(z.unknown()), sideDetail('signal strength, -200 to 0')),
  running_time: withDescription(z.optional(z.unknown()), sideDetail('seconds in all, up to 2,000,000,000')),
}

const configSchema = z
  .object({
    device_id: id,
    name: z.string(),
    interval_crons: withDescription(
      z.nullable(z.string()),
      'cron expressions joined by commas, in `time_zone`',
    ),
    time_zone: z.string(),
    server_time: instant,
    next_due_at: z.nullable(instant),
    resolution_type: z.literal(Object.values(resolutionType)),
    max_measurements: withDescription(
      z.int(),
      'measurements of a channel that the device may send in one call',
    ),
    retry_time: withDescription(
      z.int(),
      'seconds after a due time in which a report still counts as in time',
    ),
    is_next_af: z.boolean(),
    is_buzzer: z.boolean(),
    is_flash: z.boolean(),
    allow_time_drift: withDescription(z.int(), 'seconds'),
    analog_channels: z.array(
      z.object({ channel: z.int(), meter_id: id, meter_name: z.string(), min: z.number(), max: z.number() }),
    ),
  })
  .register(z.globalRegistry, { id: 'DeviceConfig' })
export type DeviceConfig = z.infer<typeof configSchema>

/** What every report is answered with. */
const acknowledgement = {
  server_time: instant,
  clock_offset_ms: withDescription(
    z.nullable(z.int()),
    'how far the device’s clock is ahead, where that is more than it may be; else null',
  ),
  config_etag: withDescription(z.string(), 'ask for the configuration when it has changed'),
}
/** A wrong field of a row of a batch that was refused. */
const refusedRow = z.object({ index: z.int(), path: z.string(), message: z.string() })
export type RefusedRow = z.infer<typeof refusedRow>
const outcome = {
  receipts: z.array(reportReceiptSchema),
  errors: withDescription(
    z.array(refusedRow),
    'each wrong field of the rows of the call that were refused, by index from 0; the other rows are accepted. A corrected row needs a new call',
  ),
}
const reportAnswer = z
  .object({ ...outcome, ...acknowledgement })
  .register(z.globalRegistry, { id: 'ReportAnswer' })
export type ReportAnswer = z.infer<typeof reportAnswer>

const deviceErrors = ['device_unknown', 'device_mismatch'] as const
const reportErrors = [...deviceErrors, 'key_reused', 'meter_missing'] as const
const pictureErrors = ['picture_missing', 'picture_unsupported', 'payload_too_large'] as const

/** A decimal number as programs print it. Each digit fits one place only, so that long texts are tested in linear time. */
export const isNumeric = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** Programs that build JSON from texts send numbers in quotation marks. */
const fromText = z.transform((given: unknown) =>
  typeof given === 'string' && isNumeric.test(given.trim()) ? Number(given) : given,
)

/** A row of `measurements`. */
export const measurementSchema = z.object({
  value: z.pipe(fromText, z.number().check(z.gte(-maxMeasured), z.lte(maxMeasured))),
  measured_at: z.optional(z.unknown()),
})

/** Firmware of other versions may write numbers as numbers. */
const textOrNumber = z.pipe(z.union([z.string(), z.number()]), z.transform(String))

/** A value and a time of AI-on-the-edge-device, as its webhook sends them: all texts. */
export const webhookRowSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  timestampLong: z.optional(z.unknown()),
  rawValue: z.optional(z.nullable(textOrNumber)),
  value: z.optional(z.nullable(textOrNumber)),
  error: z.optional(z.nullable(textOrNumber)),
  timestamp: z.optional(z.unknown()),
  preValue: z.optional(z.unknown()),
  rate: z.optional(z.unknown()),
  changeAbsolute: z.optional(z.unknown()),
})
export type WebhookRow = z.output<typeof webhookRowSchema>

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
    headers: z.object({ ...caller, 'if-none-match': z.optional(z.string()) }),
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
      'content-digest': withDescription(
        z.string(),
        'RFC 9530: sha-256=:…: or sha-512=:…: of the body, also among other digests. Without one of the two the bytes are not checked, which a remark says',
      ),
      'wakeup-reason': withDescription(z.optional(z.string()), sideDetail('0 schedule, 1 button, 2 other')),
    }),
    binary: pictureTypes,
    data: reportAnswer,
    errors: [...reportErrors, ...pictureErrors, 'picture_mismatch'],
  }),
  reportAnalog: endpoint({
    method: 'POST',
    path: '/api/v1/device-api/analog',
    access: 'device',
    summary: 'Measurements of one channel; scaled to values of its meters',
    headers: z.object({ ...caller, 'idempotency-key': idempotencyKey }),
    body: z.object({
      channel: z.pipe(fromText, z.literal([1, 2, 3])),
      measurements: withDescription(
        z.array(z.unknown()).check(z.minLength(1)),
        '`{ value, measured_at }` each: V or mA as measured, a number or a text of one, and when by the device’s clock, as in the header `measured-at`. An unreadable row only affects itself; more rows than `max_measurements` of the configuration are refused as a whole (`payload_too_large`)',
      ),
      ...stateInBody,
    }),
    data: reportAnswer,
    errors: [...reportErrors, 'payload_too_large'],
  }),
  reportHeartbeat: endpoint({
    method: 'POST',
    path: '/api/v1/device-api/heartbeat',
    access: 'device',
    summary: 'Signs of life, logs and errors between measurements',
    headers: z.object(caller),
    body: z.object({
      ...stateInBody,
      logs: withDescription(
        z.optional(z.unknown()),
        'a text or an array of lines; cut after 20,000 characters',
      ),
      errors: withDescription(
        z.optional(z.unknown()),
        'an array of texts, or one text; 100 of 1,000 characters each are kept',
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
    body: withDescription(
      z.array(z.unknown()).check(z.minLength(1), z.maxLength(100)),
      'rows of the firmware: `name`, `value`, `rawValue`, `timestampLong` (seconds since 1970) and `error`. An unreadable row only affects itself',
    ),
    data: z.object(outcome),
    errors: ['device_unknown', 'meter_missing'],
  }),
  webhookPicture: endpoint({
    method: 'PUT',
    path: webhook,
    access: 'device',
    summary: 'The picture of those values',
    query: z.object({
      timestamp: withDescription(
        z.optional(z.unknown()),
        'seconds since 1970, as `timestampLong` of the values. If it is missing or unreadable, the picture belongs to the values that the device has just sent, or is measured when it arrives',
      ),
    }),
    binary: pictureTypes,
    data: z.object({ receipts: z.array(reportReceiptSchema) }),
    errors: ['device_unknown', 'key_reused', ...pictureErrors],
  }),
}
