import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { id, idParam, instant, localTime, requiredText } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'
import { email } from './membership-fields.ts'
import { newPassword } from './passwords.ts'
import { newUsername } from './usernames.ts'

/** 0 active, 1 stopped, 2 deleted. */
export const organizationStatus = { active: 0, stopped: 1, deleted: 2 } as const

export const organizationSchema = z
  .object({
    id,
    name: z.string(),
    code: z.string(),
    time_zone: withDescription(z.string(), 'IANA name; local times on the wire are in this zone'),
    use_ai_boost: z.boolean(),
    filling: withDescription(
      z.optional(z.object({ done: z.int(), total: z.int() })),
      'while the demonstration is being filled: days of readings that are there',
    ),
  })
  .register(z.globalRegistry, { id: 'Organization' })
export type Organization = z.infer<typeof organizationSchema>

/** Days. */
export const imageKeepLimit = 36_500

export const listedOrganizationSchema = z
  .object({
    id,
    name: z.string(),
    code: z.string(),
    plan_id: id,
    plan_name: z.string(),
    status: z.literal(Object.values(organizationStatus)),
    expire_at: withDescription(z.nullable(instant), 'null: unlimited'),
    use_ai_boost: z.boolean(),
    image_keep_duration: withDescription(
      z.nullable(z.int()),
      'days that original pictures are kept; null: for ever',
    ),
    demo_enabled: z.boolean(),
    protected: withDescription(
      z.boolean(),
      'against changes of plan, status, expiry, AI boost, retention and demo',
    ),
  })
  .register(z.globalRegistry, { id: 'ListedOrganization' })
export type ListedOrganization = z.infer<typeof listedOrganizationSchema>

/** The code, by which people sign in, is derived from the name. */
export const organizationName = requiredText.check(
  z.regex(/^[A-Za-z0-9]+$/, '半角英数字以外は使用できません'),
)

export const organizationEndpoints = {
  organizations: endpoint({
    method: 'GET',
    path: '/api/v1/organizations',
    access: 'system',
    sessionOnly: true,
    summary: 'All organizations',
    data: z.array(listedOrganizationSchema),
  }),
  createOrganization: endpoint({
    method: 'POST',
    path: '/api/v1/organization',
    access: 'system',
    sessionOnly: true,
    summary: 'Add an organization with its first administrator; the caller becomes a member, too',
    body: z.strictObject({
      name: organizationName,
      plan_id: id,
      first_user_name: newUsername,
      first_user_email: email,
      first_user_password: newPassword,
    }),
    data: listedOrganizationSchema,
    errors: ['reference_unknown'],
  }),
  updateOrganization: endpoint({
    method: 'PUT',
    path: '/api/v1/organization/{id}',
    access: 'system',
    sessionOnly: true,
    summary: 'Change an organization; of a protected one only the protection',
    params: z.object({ id: idParam }),
    body: z.strictObject({
      plan_id: id,
      status: z.literal(Object.values(organizationStatus)),
      expire_at: withDescription(
        z.optional(z.nullable(localTime)),
        'in the organization’s zone; null: unlimited',
      ),
      use_ai_boost: z.optional(z.boolean()),
      image_keep_duration: z.optional(z.nullable(z.int().check(z.positive(), z.maximum(imageKeepLimit)))),
      demo_enabled: z.optional(z.boolean()),
      protected: z.optional(z.boolean()),
    }),
    data: listedOrganizationSchema,
    errors: ['not_found', 'reference_unknown'],
  }),
}
