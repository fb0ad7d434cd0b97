import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { id, idParam, requiredText } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'

export const planType = { trial: 0, basic: 1, premium: 2, expert: 3, unlimited: 99 } as const
export type PlanType = (typeof planType)[keyof typeof planType]

const limit = z.nullable(z.int().check(z.nonnegative(), z.maximum(1_000_000_000)))

const planFields = {
  type: withDescription(
    z.literal(Object.values(planType)),
    'Trial 0, Basic 1, Premium 2, Expert 3, Unlimited 99',
  ),
  ai_api_max_count: withDescription(
    limit,
    'AI boost calls a month at most; null, of type Unlimited only: any number',
  ),
  ai_api_free_count: withDescription(limit, 'of them free of charge, not more than `ai_api_max_count`'),
  limit_mobile_count: withDescription(limit, 'devices of type 5 at most'),
  allow_devices: withDescription(z.boolean(), 'cameras, routers and analog units'),
  allow_apps: withDescription(z.boolean(), 'captures by phones'),
  allow_apis: withDescription(z.boolean(), 'API keys and AI'),
  allow_mobiles: withDescription(z.boolean(), 'devices of type 5'),
}

const planSchema = z
  .object({ id, name: z.string(), ...planFields })
  .register(z.globalRegistry, { id: 'Plan' })
export type Plan = z.infer<typeof planSchema>

/** Whether the free AI boost calls fit into the maximum. A limit of null is not compared. */
export const isFreeWithinMax = (max: number | null, free: number | null): boolean =>
  max === null || free === null || free <= max
export const freeAboveMax = 'AI-FREE上限はAI上限以下にしてください'

const planBody = z.strictObject({ name: requiredText, ...planFields })

/** A limit is near from this share on. */
const nearShare = 0.8
export const isNear = ({ used, limit: max }: { used: number; limit: number | null }): boolean =>
  max !== null && used >= max * nearShare

export const planEndpoints = {
  plans: endpoint({
    method: 'GET',
    path: '/api/v1/plans',
    access: 'system',
    sessionOnly: true,
    summary: 'Plans that organizations have',
    data: z.array(planSchema),
  }),
  createPlan: endpoint({
    method: 'POST',
    path: '/api/v1/plan',
    access: 'system',
    sessionOnly: true,
    summary: 'Add a plan',
    body: planBody,
    data: planSchema,
  }),
  updatePlan: endpoint({
    method: 'PUT',
    path: '/api/v1/plan/{id}',
    access: 'system',
    sessionOnly: true,
    summary: 'Change a plan; holds for its organizations from the next act',
    params: z.object({ id: idParam }),
    body: planBody,
    data: planSchema,
    errors: ['not_found'],
  }),
  planUsage: endpoint({
    method: 'GET',
    path: '/api/v1/plan-usage',
    access: 'user',
    summary: 'How much of its plan’s limits the organization uses',
    data: z.object({
      plan: z.object({
        name: z.string(),
        type: z.literal(Object.values(planType)),
        allow_devices: planFields.allow_devices,
      }),
      limits: z.array(
        z.object({
          name: withDescription(
            z.enum(['mobiles', 'ai_boost']),
            'devices of type 5; AI boost calls of this month',
          ),
          used: z.int().check(z.nonnegative()),
          limit: withDescription(z.nullable(z.int()), 'null: none'),
          free: withDescription(z.optional(z.int()), 'of the limit, free of charge; the first ones'),
        }),
      ),
    }),
  }),
}
