import type { LlmUsageLog } from '../../../contract/llm-usage.ts'
import { llmUsageEndpoints } from '../../../contract/llm-usage.ts'
import { type Span, spanQuery } from '../../../contract/time/spans.ts'
import { call } from '../session/api.ts'
import type { List } from './pagedList.ts'

interface LlmUsageFilters {
  organizationId: number
  span: Span
  status: LlmUsageLog['status'] | undefined
  model: string | undefined
}

/** Calls of a model, newest first; for system administrators. */
export const llmUsageList = (filters: LlmUsageFilters): List<LlmUsageLog> => ({
  noun: 'llm-usage-logs',
  filters,
  order: 'desc',
  fetch: async ({ limit, skip, after }, signal) => {
    const { span, organizationId, status, model } = filters
    const query = {
      limit,
      skip,
      after,
      created_span: spanQuery(span),
      organization_id: organizationId,
      status,
      model,
    }
    const { data, ...rest } = await call(llmUsageEndpoints.llmUsageLogs, { query, signal })
    return { rows: data, ...rest }
  },
  pollInterval: () => 60_000,
})
