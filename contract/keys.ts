import * as z from 'zod/mini'
import { keyType, roles } from './access.ts'
import { endpoint } from './calls/endpoint.ts'
import {
  countParam,
  cursorParam,
  id,
  idParam,
  instant,
  localTime,
  organizationIdParam,
  requiredText,
  whiteIps,
} from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'

/** Days before the expiry of a key from which administrators are warned. */
export const expiryWarningDays = 30

/** Days after which rows of the access log are deleted. */
export const accessLogDays = 90

const meterNames = withDescription(
  z.record(z.string().check(z.minLength(1), z.maxLength(100)), id),
  'AI-on-the-edge-device: meters by the names that it sends, where they are not the meters’ own',
)

const keySchema = z
  .object({
    id,
    name: z.string(),
    access_key: z.string(),
    secret_key: z.string(),
    user: withDescription(z.string(), 'user name'),
    user_id: id,
    expire_at: instant,
    white_ips: withDescription(z.nullable(z.string()), 'addresses joined by commas; null: any'),
    type: z.literal(Object.values(keyType)),
    daily_count: withDescription(z.int(), 'calls of today'),
    max_count: withDescription(z.nullable(z.int()), 'calls a day at most'),
    meter_names: meterNames,
    created_at: instant,
  })
  .register(z.globalRegistry, { id: 'Key' })
export type Key = z.infer<typeof keySchema>

const accessLogSchema = z
  .object({
    id,
    access_key: withDescription(
      z.nullable(z.object({ name: z.string(), user: z.object({ username: z.string() }) })),
      'the key; its name stays when it is deleted',
    ),
    access_ip: z.string(),
    created_at: instant,
    messages: withDescription(z.string(), 'the call, and why it was refused'),
  })
  .register(z.globalRegistry, { id: 'AccessLog' })
export type AccessLog = z.infer<typeof accessLogSchema>

const keyCreationsSchema = z
  .object({
    keys: z.array(z.object({ id, name: z.string() })),
    users: z.array(z.object({ id, username: z.string(), role: z.literal(roles) })),
  })
  .register(z.globalRegistry, { id: 'KeyCreations' })
/** Keys that are still valid and users who are still members. */
export type KeyCreations = z.infer<typeof keyCreationsSchema>

const keyFields = z.strictObject({
  name: requiredText,
  user_id: id,
  expire_at: withDescription(localTime, 'in the organization’s zone'),
  max_count: z.nullable(z.int().check(z.positive(), z.maximum(1_000_000_000))),
  type: z.literal(Object.values(keyType)),
  white_ips: z.nullable(whiteIps),
  meter_names: z.optional(meterNames),
})

const params = z.object({ id: idParam })

export const keyEndpoints = {
  keys: endpoint({
    method: 'GET',
    path: '/api/v1/keys',
    access: 'admin',
    sessionOnly: true,
    summary: 'API keys of the organization with their secrets',
    data: z.array(keySchema),
  }),
  createKey: endpoint({
    method: 'POST',
    path: '/api/v1/key',
    access: 'admin',
    sessionOnly: true,
    summary: 'Make an API key; device keys are made by system administrators',
    body: keyFields,
    data: keySchema,
    errors: ['reference_unknown'],
  }),
  updateKey: endpoint({
    method: 'PUT',
    path: '/api/v1/key/{id}',
    access: 'admin',
    sessionOnly: true,
    summary: 'Change an API key',
    params,
    body: z.partial(keyFields),
    data: keySchema,
    errors: ['not_found', 'reference_unknown'],
    subject: 'key',
  }),
  deleteKey: endpoint({
    method: 'DELETE',
    path: '/api/v1/key/{id}',
    access: 'admin',
    sessionOnly: true,
    summary: 'Withdraw an API key: its next call is refused',
    params,
    query: z.object({ delete: z.optional(z.literal('true')), organization_id: organizationIdParam }),
    foreignOrganization: true,
    data: z.object({ id }),
    errors: ['not_found'],
    subject: 'key',
  }),
  keyCreations: endpoint({
    method: 'GET',
    path: '/api/v1/key/{id}/creations',
    access: 'admin',
    sessionOnly: true,
    summary:
      'What was created with a key, withdrawn or not, when keys could still do so: keys, those created with these keys, and users',
    params,
    query: z.object({ organization_id: organizationIdParam }),
    foreignOrganization: true,
    data: keyCreationsSchema,
    errors: ['not_found'],
    subject: 'key',
  }),
  accessLogs: endpoint({
    method: 'GET',
    path: '/api/v1/key/access-logs',
    access: 'admin',
    sessionOnly: true,
    summary: 'Calls with keys, newest first, of the last 90 days',
    query: z.object({ skip: z.optional(countParam), limit: z.optional(countParam), after: cursorParam }),
    data: z.array(accessLogSchema),
  }),
  accessLogCount: endpoint({
    method: 'GET',
    path: '/api/v1/key/access-logs/count',
    access: 'admin',
    sessionOnly: true,
    summary: 'How many calls with keys the log holds',
    data: z.object({ count: z.int() }),
  }),
}
