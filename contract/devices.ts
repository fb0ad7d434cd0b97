import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import {
  countParam,
  cursorParam,
  flagParam,
  id,
  idParam,
  instant,
  organizationId,
  organizationIdParam,
  pictureUrl,
  requiredText,
  text,
  value,
} from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'
import { spanParam } from './time/spans.ts'
import { readState } from './values/abnormal.ts'

export const deviceType = {
  simCamera: 0,
  wifiRouter: 1,
  wifiCamera: 2,
  wifiRepeater: 3,
  analogInput: 4,
  mobile: 5,
} as const
export type DeviceType = (typeof deviceType)[keyof typeof deviceType]

export const cameraTypes = [deviceType.simCamera, deviceType.wifiCamera] as const
export const parentTypes = [deviceType.wifiRouter, deviceType.wifiRepeater] as const

const of = (types: readonly DeviceType[]) => (type: DeviceType) => types.includes(type)

export const isCamera = of(cameraTypes)
export const isAnalogInput = of([deviceType.analogInput])
/** Routers and repeaters: other devices report through them. */
export const isParent = of(parentTypes)
/** Cameras by a schedule, analog units at an interval; the others measure nothing by themselves. */
export const measures = of([...cameraTypes, deviceType.analogInput])

/** 0 waiting to start, 1 working, 2 working with low battery, 3 error, 5 communication error. */
export const deviceStatus = {
  waiting: 0,
  working: 1,
  lowBattery: 2,
  error: 3,
  communicationError: 5,
} as const

/** Of pictures; null counts as middle. */
export const resolutionType = { low: 0, middle: 1, high: 2 } as const

/** Seconds after a due time until a report counts as missing (`heartbeat_time`), as a person may set them. */
export const retryTime = { min: 3600, max: 86_400, step: 3600 } as const
/** Bounds in seconds of the retry time that applies while nobody has set one. */
export const automaticRetry = { min: 600, max: 10_800 } as const

/**
 * Returns the retry time in seconds for a device whose retry time was never set: twice the shortest interval between its
 * due times, within bounds. `interval` is in seconds; null if nothing or only one time is due.
 */
export const automaticRetryOf = (interval: number | null): number =>
  interval === null
    ? automaticRetry.max
    : Math.min(automaticRetry.max, Math.max(automaticRetry.min, 2 * interval))
/** Seconds that a device’s clock may be off (`allow_time_drift`). */
export const timeDrift = { min: 60, max: 86_400, default: 180 } as const

/**
 * Likeliest cause of an outage: never started, battery, signal, the router or repeater that several devices share, or
 * unknown.
 */
export const outageCauses = ['never_started', 'battery', 'signal', 'router', 'unknown'] as const
export type OutageCause = (typeof outageCauses)[number]

/** Per cent. */
export const lowBattery = 9
/** Per cent from which a battery that was low has been charged or replaced. */
export const rechargedBattery = 15
/** dBm. */
export const weakSignal = -86

/** A device as embedded in a meter. */
export const meterDeviceSchema = z.object({
  id,
  name: z.string(),
  type: z.literal(Object.values(deviceType)),
  status: z.literal(Object.values(deviceStatus)),
})

/** Reports of a span: due, in time or late, only late, and missing. */
const arrivalCounts = {
  scheduled: z.int(),
  arrived: withDescription(z.int(), 'in time or late'),
  late: z.int(),
  missing: z.int(),
}
const arrivalsSchema = z.object(arrivalCounts)
export type Arrivals = z.infer<typeof arrivalsSchema>

export const deviceSchema = z
  .extend(meterDeviceSchema, {
    organization_id: id,
    serial_number: z.nullable(z.string()),
    resolution_type: z.nullable(z.literal(Object.values(resolutionType))),
    count: withDescription(z.int(), 'pictures and analog measurements in all'),
    running_time: withDescription(z.nullable(z.int()), 'seconds in all, as the device says'),
    heartbeat_time: withDescription(
      z.nullable(z.int()),
      'retry time in seconds; null: never set, see `retry_seconds`',
    ),
    retry_seconds: withDescription(
      z.int(),
      'the retry time that applies: `heartbeat_time`, or else twice the interval of the schedule, 10 minutes to 3 hours',
    ),
    is_next_af: z.boolean(),
    is_buzzer: z.boolean(),
    is_flash: z.boolean(),
    allow_time_drift: withDescription(z.int(), 'seconds'),
    interval_crons: withDescription(z.nullable(z.string()), 'cron expressions joined by commas, in the zone'),
    parent_device_id: z.nullable(id),
    battery_per: withDescription(z.nullable(z.int()), 'battery, per cent'),
    last_dbm_recorded: withDescription(z.nullable(z.int()), 'radio field strength, dBm'),
    last_recorded_at: withDescription(z.nullable(instant), 'of its latest picture or measurement'),
    last_communicated_at: z.nullable(instant),
    next_due_at: withDescription(
      z.nullable(instant),
      'the first scheduled time that nothing was reported for',
    ),
    outage: withDescription(
      z.nullable(z.object({ since: instant, cause: z.enum(outageCauses) })),
      'while it is silent: the first due time that it missed',
    ),
    arrivals: withDescription(
      z.nullable(z.object({ week: arrivalsSchema, month: arrivalsSchema })),
      'of the last 7 and 30 days; null without a schedule',
    ),
    last_picture: z.nullable(z.object({ thumbnail: pictureUrl, created_at: instant })),
    key_expire_at: withDescription(
      z.nullable(instant),
      'expiry of the device’s own key; null without such a key, or if it does not expire',
    ),
    meters: withDescription(
      z.array(z.object({ id, name: z.string(), device_id: id })),
      'meters that it measures',
    ),
    map_pin: withDescription(z.nullable(z.object({ id, map_id: id })), 'where it is on a map'),
    created_at: instant,
    updated_at: instant,
    deleted_at: z.nullable(instant),
  })
  .register(z.globalRegistry, { id: 'Device' })
export type Device = z.infer<typeof deviceSchema>

const deviceErrorSchema = z
  .object({
    id,
    error_message: z.string(),
    created_at: instant,
    device: z.object({ id, name: z.string() }),
  })
  .register(z.globalRegistry, { id: 'DeviceError' })
export type DeviceError = z.infer<typeof deviceErrorSchema>

const historySchema = z
  .object({
    id,
    created_at: instant,
    dbm: z.nullable(z.int()),
    battery_per: z.nullable(z.int()),
    other: withDescription(
      z.nullable(z.string()),
      'what else the device said of itself, or the server of the report',
    ),
    logs: z.nullable(z.string()),
    error_id: withDescription(z.nullable(id), 'its row in the error log'),
    ai_predict_status: withDescription(z.nullable(z.string()), 'what became of its readings'),
  })
  .register(z.globalRegistry, { id: 'DeviceHistory' })
export type DeviceHistory = z.infer<typeof historySchema>

const devicePictureSchema = z.object({
  created_at: withDescription(instant, 'of its first reading, which a person may have corrected'),
  image: pictureUrl,
  thumbnail: pictureUrl,
  readings: z.array(
    z.object({
      id,
      meter_id: id,
      meter_name: z.string(),
      value: z.nullable(value),
      read_state: z.nullable(z.literal(Object.values(readState))),
      created_at: instant,
      is_time_unconfirmed: z.boolean(),
    }),
  ),
})
export type DevicePicture = z.infer<typeof devicePictureSchema>

const crons = withDescription(z.string().check(z.maxLength(1000)), 'cron expressions joined by commas')
/** What a device can send in an HTTP header: letters, digits and signs of ASCII, spaces only in between. */
export const isSerialNumber = (serial: string): boolean => /^[!-~](?:[ -~]*[!-~])?$/.test(serial)
export const serialNumberRule = '半角の英数字と記号で入力してください'
const serialNumber = requiredText.check(z.refine(isSerialNumber, serialNumberRule))
const accessHash = withDescription(text, 'known to the device and here: proves a device that registers')

const deviceParams = z.object({ id: idParam })
const ofDevice = { params: deviceParams, errors: ['not_found'], subject: 'device' } as const
const pickedKey = 'a key for all devices, for a device without a valid key of its own'
const file = z.strictObject({
  device_id: id,
  key_id: withDescription(z.optional(id), pickedKey),
  organization_id: organizationId,
})

export const deviceEndpoints = {
  devices: endpoint({
    method: 'GET',
    path: '/api/v1/devices',
    access: 'user',
    foreignOrganization: true,
    summary: 'Devices of the organization, of one type when asked',
    query: z.object({
      type: z.optional(countParam),
      merge_deleted: withDescription(z.optional(flagParam), 'deleted ones too'),
      organization_id: organizationIdParam,
    }),
    data: z.array(deviceSchema),
  }),
  device: endpoint({
    method: 'GET',
    path: '/api/v1/device/{id}',
    access: 'user',
    summary: 'One device, deleted or not',
    data: deviceSchema,
    ...ofDevice,
  }),
  createDevice: endpoint({
    method: 'POST',
    path: '/api/v1/device/create',
    access: 'admin',
    foreignOrganization: true,
    summary: 'Register a device',
    body: z.strictObject({
      serial_number: serialNumber,
      name: requiredText,
      type: z.literal(Object.values(deviceType)),
      organization_id: organizationId,
      interval_crons: z.optional(z.nullable(crons)),
      parent_device_id: z.optional(z.nullable(id)),
      access_hash: z.optional(z.nullable(accessHash)),
    }),
    data: deviceSchema,
    errors: ['reference_unknown', 'serial_number_taken'],
  }),
  updateDevice: endpoint({
    method: 'PUT',
    path: '/api/v1/device/{id}',
    access: 'user',
    foreignOrganization: true,
    summary:
      'Change a device; status for administrators, serial number and trial mode for system administrators',
    body: z.partial(
      z.strictObject({
        name: requiredText,
        // Checked only where it changes, because earlier versions accepted other characters.
        serial_number: requiredText,
        status: z.literal(Object.values(deviceStatus)),
        resolution_type: z.literal(Object.values(resolutionType)),
        heartbeat_time: withDescription(
          z.nullable(z.int().check(z.gte(retryTime.min), z.lte(retryTime.max), z.multipleOf(retryTime.step))),
          'seconds, whole hours; null: automatic, by the schedule',
        ),
        is_next_af: z.boolean(),
        is_buzzer: z.boolean(),
        is_flash: z.boolean(),
        allow_time_drift: z.int().check(z.gte(timeDrift.min), z.lte(timeDrift.max)),
        interval_crons: z.nullable(crons),
        deleted_at: withDescription(z.null(), 'null restores a deleted device'),
        map_pin_id: withDescription(z.nullable(id), 'null takes it off its pin'),
      }),
    ),
    query: z.object({ organization_id: organizationIdParam }),
    data: deviceSchema,
    params: deviceParams,
    errors: ['not_found', 'serial_number_taken', 'reference_unknown'],
    subject: 'device',
  }),
  deleteDevice: endpoint({
    method: 'DELETE',
    path: '/api/v1/device/{id}',
    access: 'user',
    foreignOrganization: true,
    summary: 'Delete a device; its meters and readings stay, and it can be restored',
    query: z.object({ organization_id: organizationIdParam }),
    body: z.strictObject({ delete: z.optional(z.literal(true)) }),
    data: deviceSchema,
    ...ofDevice,
  }),
  deviceQr: endpoint({
    method: 'GET',
    path: '/api/v1/device-qr/{id}',
    access: 'admin',
    sessionOnly: true,
    foreignOrganization: true,
    summary: 'The text of the QR code by which a device registers',
    query: z.object({
      key_id: withDescription(z.optional(idParam), pickedKey),
      organization_id: organizationIdParam,
    }),
    data: z.object({ value: z.string() }),
    params: deviceParams,
    errors: ['not_found', 'public_url_missing', 'reference_unknown'],
    subject: 'device',
  }),
  downloadChildDevice: endpoint({
    method: 'POST',
    path: '/api/v1/auth/child-device/download',
    access: 'admin',
    sessionOnly: true,
    foreignOrganization: true,
    summary: 'The configuration file of a camera or an analog unit',
    body: file,
    data: null,
    media: 'application/json',
    errors: ['not_found', 'public_url_missing', 'reference_unknown'],
  }),
  downloadParentDevice: endpoint({
    method: 'POST',
    path: '/api/v1/auth/parent-device/download',
    access: 'admin',
    sessionOnly: true,
    foreignOrganization: true,
    summary: 'The configuration file of a router or repeater with the devices behind it',
    body: file,
    data: null,
    media: 'application/json',
    errors: ['not_found', 'public_url_missing', 'reference_unknown'],
  }),
  deviceErrors: endpoint({
    method: 'GET',
    path: '/api/v1/device-errors',
    access: 'system',
    foreignOrganization: true,
    summary: 'Error log of the devices, newest first',
    query: z.object({
      skip: z.optional(countParam),
      limit: z.optional(countParam),
      after: cursorParam,
      created_span: z.optional(spanParam),
      organization_id: organizationIdParam,
      device: withDescription(z.optional(text), 'part of the device’s name'),
      message: withDescription(z.optional(text), 'part of the message'),
    }),
    data: z.array(deviceErrorSchema),
  }),
  errorsOfDevice: endpoint({
    method: 'GET',
    path: '/api/v1/device/{id}/errors',
    access: 'user',
    summary: 'Error log of one device, newest first',
    query: z.object({
      limit: z.optional(countParam),
      after: cursorParam,
      created_span: z.optional(spanParam),
    }),
    data: z.array(deviceErrorSchema),
    ...ofDevice,
  }),
  deviceHistory: endpoint({
    method: 'GET',
    path: '/api/v1/device-history/{id}',
    access: 'user',
    summary: 'Reports of a device in a span, oldest first; of very many a selection that keeps the shape',
    query: z.object({ created_span: z.optional(spanParam) }),
    data: z.array(historySchema),
    ...ofDevice,
  }),
  deviceArrivals: endpoint({
    method: 'GET',
    path: '/api/v1/device/{id}/arrivals',
    access: 'user',
    summary: 'Scheduled and arrived reports of a device, by local day',
    query: z.object({ created_span: z.optional(spanParam) }),
    data: z.array(z.object({ date: withDescription(z.string(), 'YYYY-MM-DD'), ...arrivalCounts })),
    ...ofDevice,
  }),
  arrivalsToday: endpoint({
    method: 'GET',
    path: '/api/v1/device-arrivals',
    access: 'user',
    summary: 'Scheduled and arrived reports of all devices, of today so far, and how many pictures wait',
    data: z.extend(arrivalsSchema, { waiting: withDescription(z.int(), 'pictures that wait to be read') }),
  }),
  devicePictures: endpoint({
    method: 'GET',
    path: '/api/v1/device/{id}/pictures',
    access: 'user',
    summary: 'The last pictures of a camera with their readings, newest first',
    query: z.object({ limit: z.optional(countParam) }),
    data: z.array(devicePictureSchema),
    ...ofDevice,
  }),
}
