import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { errorCodes, issueSchema } from './calls/errors.ts'
import {
  id,
  idParam,
  instant,
  localTime,
  organizationId,
  organizationIdParam,
  requiredText,
} from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'

// How a device reaches the server: its own key, what arrived last, and what was refused.

const apiKeySchema = z.object({ access_key: z.string(), secret_key: z.string() })
export type ApiKey = z.infer<typeof apiKeySchema>

const rejectionSchema = z.object({
  at: instant,
  method: z.string(),
  path: z.string(),
  code: z.enum(errorCodes),
  message: withDescription(z.string(), 'the code in Japanese'),
  issues: z.array(issueSchema),
})
export type DeviceRejection = z.infer<typeof rejectionSchema>

const numberSchema = z.object({
  name: z.string(),
  value: withDescription(z.string(), 'as last sent'),
  seen_at: instant,
  meter_id: withDescription(
    z.nullable(id),
    'the meter assigned to it; null: its name decides, as does a key for all devices',
  ),
  used_meter_id: withDescription(
    z.nullable(id),
    'the meter that receives its values: the assigned one, or the one that its name means; null: none',
  ),
})
export type DeviceNumber = z.infer<typeof numberSchema>

const connectionSchema = z
  .object({
    server_url: withDescription(
      z.nullable(z.string()),
      'null: PUBLIC_URL is not set, and the caller’s address is not known',
    ),
    last_arrival: z.nullable(
      z.object({
        kind: withDescription(
          z.enum(['register', 'picture', 'webhook', 'webhook_picture', 'analog', 'heartbeat']),
          '`webhook`: values of a webhook whose picture has not been received; `webhook_picture`: a picture whose values have not been received, or that belongs to none',
        ),
        at: withDescription(instant, 'when it was received'),
        measured_at: withDescription(
          instant,
          'of `webhook_picture`: the time of its values, or of its arrival if that time cannot be read',
        ),
        note: withDescription(z.nullable(z.string()), 'what the server noticed of the report'),
      }),
    ),
    rejections: withDescription(z.array(rejectionSchema), 'the last refusal of each call, newest first'),
    numbers: withDescription(z.array(numberSchema), 'the numbers that the device’s webhook has sent'),
  })
  .register(z.globalRegistry, { id: 'DeviceConnection' })
export type DeviceConnection = z.infer<typeof connectionSchema>

const credentialsSchema = z
  .object({
    key: withDescription(
      z.nullable(
        z.extend(apiKeySchema, {
          created_at: instant,
          expire_at: withDescription(z.nullable(instant), 'null: it does not expire'),
        }),
      ),
      'the device’s own key, expired or not',
    ),
    shared_keys: withDescription(
      z.array(z.object({ id, name: z.string(), expire_at: instant })),
      'valid keys that speak for all devices of the organization',
    ),
    access_hash: withDescription(z.nullable(z.string()), 'for system administrators; null for others'),
  })
  .register(z.globalRegistry, { id: 'DeviceCredentials' })
export type DeviceCredentials = z.infer<typeof credentialsSchema>

const ofDevice = {
  params: z.object({ id: idParam }),
  foreignOrganization: true,
  subject: 'device',
} as const
const query = z.object({ organization_id: organizationIdParam })
const named = { organization_id: organizationId }

export const deviceConnectionEndpoints = {
  deviceConnection: endpoint({
    method: 'GET',
    path: '/api/v1/device/{id}/connection',
    access: 'user',
    summary: 'How a device reaches the server, what arrived last and what was refused last',
    query,
    data: connectionSchema,
    errors: ['not_found'],
    ...ofDevice,
  }),
  deviceCredentials: endpoint({
    method: 'GET',
    path: '/api/v1/device/{id}/key',
    access: 'admin',
    sessionOnly: true,
    summary: 'A device’s own key with its secret, and the keys that speak for all devices',
    query,
    data: credentialsSchema,
    errors: ['not_found'],
    ...ofDevice,
  }),
  renewDeviceKey: endpoint({
    method: 'POST',
    path: '/api/v1/device/{id}/key',
    access: 'admin',
    sessionOnly: true,
    summary: 'Give a device a new key of its own; the one that it had is withdrawn',
    body: z.strictObject({
      expire_at: withDescription(
        z.optional(z.nullable(localTime)),
        'in the organization’s zone; null or left out: the key does not expire',
      ),
      ...named,
    }),
    data: credentialsSchema,
    errors: ['not_found'],
    ...ofDevice,
  }),
  withdrawDeviceKey: endpoint({
    method: 'DELETE',
    path: '/api/v1/device/{id}/key',
    access: 'admin',
    sessionOnly: true,
    summary: 'Withdraw a device’s own key: its next call is refused',
    query,
    data: credentialsSchema,
    errors: ['not_found'],
    ...ofDevice,
  }),
  assignDeviceNumber: endpoint({
    method: 'PUT',
    path: '/api/v1/device/{id}/number',
    access: 'admin',
    summary: 'Assign a meter of the device to a number that its webhook has sent',
    body: z.strictObject({ name: requiredText, meter_id: z.nullable(id), ...named }),
    data: connectionSchema,
    errors: ['not_found', 'reference_unknown'],
    ...ofDevice,
  }),
  setAccessHash: endpoint({
    method: 'PUT',
    path: '/api/v1/device/{id}/access-hash',
    access: 'system',
    sessionOnly: true,
    summary: 'Set the access hash by which a device registers, or make a new one',
    body: z.strictObject({
      access_hash: withDescription(z.nullable(requiredText), 'null: a new random one'),
      ...named,
    }),
    data: credentialsSchema,
    errors: ['not_found'],
    ...ofDevice,
  }),
}
