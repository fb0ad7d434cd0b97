import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { countParam, cursorParam, id, instant, organizationIdParam, pictureUrl, text } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'
import { spanParam } from './time/spans.ts'

const llmUsageLogSchema = z
  .object({
    id,
    reading: withDescription(
      z.nullable(z.object({ id, meter: z.object({ id, name: z.string() }) })),
      'null: deleted by a data initialisation',
    ),
    image: z.nullable(pictureUrl),
    thumbnail: z.nullable(pictureUrl),
    provider: z.string(),
    model: z.string(),
    user_prompt: z.string(),
    system_prompt: z.string(),
    status: withDescription(z.enum(['success', 'error']), 'whether the model gave a proper answer'),
    answer: withDescription(z.nullable(z.string()), 'as it came; long ones are cut'),
    reason: withDescription(
      z.nullable(z.string()),
      'why the call failed, or why the answer did not count; null: it counts',
    ),
    input_tokens: z.nullable(z.int()),
    output_tokens: z.nullable(z.int()),
    cost: withDescription(z.nullable(z.number()), 'by the configured prices, in their currency'),
    duration: withDescription(z.int(), 'milliseconds'),
    created_at: instant,
  })
  .register(z.globalRegistry, { id: 'LlmUsageLog' })
export type LlmUsageLog = z.infer<typeof llmUsageLogSchema>

export const llmUsageEndpoints = {
  llmUsageLogs: endpoint({
    method: 'GET',
    path: '/api/v1/llm-usage-logs',
    access: 'system',
    foreignOrganization: true,
    summary: 'Calls of a model by AI boost, failed ones too, newest first',
    query: z.object({
      skip: z.optional(countParam),
      limit: z.optional(countParam),
      after: cursorParam,
      created_span: z.optional(spanParam),
      organization_id: organizationIdParam,
      status: z.optional(z.enum(['success', 'error'])),
      model: withDescription(z.optional(text), 'part of the model’s name'),
    }),
    data: z.array(llmUsageLogSchema),
  }),
}
