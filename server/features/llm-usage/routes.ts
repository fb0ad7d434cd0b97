import type { LlmUsageLog } from '../../../contract/llm-usage.ts'
import { route } from '../../api/call.ts'
import { type Presenter, presenterFor } from '../../presenter.ts'
import { type LogRow, logPage } from './repository.ts'

export const llmUsageRoutes = [
  route('llmUsageLogs', async ({ tx, session, deps, query }) => {
    const present = presenterFor(deps, session)
    const { rows, ...page } = await logPage(tx, session, query)
    return { data: rows.map((row) => presentLog(row, present)), ...page }
  }),
]

const presentLog = ({ log, meter }: LogRow, present: Presenter): LlmUsageLog => ({
  id: log.id,
  reading: log.readingId === null || meter === null ? null : { id: log.readingId, meter },
  image: present.picture(log.pictureSha256, 'original'),
  thumbnail: present.picture(log.pictureSha256, 'thumbnail'),
  provider: log.provider,
  model: log.model,
  user_prompt: log.userPrompt,
  system_prompt: log.systemPrompt,
  status: log.status,
  answer: log.answer,
  reason: log.reason,
  input_tokens: log.inputTokens,
  output_tokens: log.outputTokens,
  cost: log.cost,
  duration: log.duration,
  created_at: present.instant(log.createdAt),
})
