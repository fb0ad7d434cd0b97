import * as z from 'zod/mini'
import { described } from './described.ts'
import { endpoint } from './endpoint.ts'
import { countParam, id, idParam, instant, requiredText } from './wire.ts'

export const deviceType = {
  simCamera: 0,
  wifiRouter: 1,
  wifiCamera: 2,
  wifiRepeater: 3,
  analogInput: 4,
  mobile: 5,
} as const

/** 0 waiting to start, 1 working, 2 working with low battery, 3 error, 5 communication error. */
export const deviceStatus = {
  waiting: 0,
  working: 1,
  lowBattery: 2,
  error: 3,
  communicationError: 5,
} as const

/** A device as embedded in a meter. */
export const meterDeviceSchema = z.object({
  id,
  name: z.string(),
  type: z.literal(Object.values(deviceType)),
  status: z.literal(Object.values(deviceStatus)),
})

const deviceSchema = z
  .extend(meterDeviceSchema, {
    serial_number: z.nullable(z.string()),
    battery_per: described(z.nullable(z.int()), 'battery, per cent'),
    last_dbm_recorded: described(z.nullable(z.int()), 'radio field strength, dBm'),
    last_communicated_at: z.nullable(instant),
    meter_ids: described(z.array(id), 'meters that it measures'),
    created_at: instant,
    updated_at: instant,
  })
  .register(z.globalRegistry, { id: 'Device' })
export type Device = z.infer<typeof deviceSchema>

export const deviceEndpoints = {
  devices: endpoint({
    method: 'GET',
    path: '/api/v1/devices',
    access: 'user',
    summary: 'Devices of the organization, of one type when asked',
    query: z.object({ type: z.optional(countParam) }),
    data: z.array(deviceSchema),
  }),
  updateDevice: endpoint({
    method: 'PUT',
    path: '/api/v1/device/{id}',
    access: 'user',
    summary: 'Rename a device',
    params: z.object({ id: idParam }),
    body: z.strictObject({ name: requiredText }),
    data: deviceSchema,
    errors: ['not_found'],
    subject: 'device',
  }),
}
