import type { Env } from '../env.ts'
import { answerSchema, type Outcome, outcomeOf } from './outcome.ts'

export interface Question {
  system: string
  user: string
  jpeg: Uint8Array
}

/** A model elsewhere that reads a picture. */
export interface VisionModel {
  provider: string
  name: string
  /** Never rejects for what the other side does. An answer is not waited for once `stopping` is aborted. */
  ask(question: Question, stopping: AbortSignal): Promise<Outcome>
  /** In the currency of the configured prices; null: none are, or the tokens are not known. */
  costOf(tokens: Pick<Outcome, 'inputTokens' | 'outputTokens'>): number | null
}

export interface ModelOptions {
  /** Milliseconds for a whole answer. */
  timeout?: number
}

const perMillion = 1_000_000

/** Null without LLM_URL. No other host is ever called: redirects are not followed. */
export function createVisionModel(env: Env, { timeout = 60_000 }: ModelOptions = {}): VisionModel | null {
  const { LLM_URL: base, LLM_MODEL: model, LLM_KEY: key } = env
  const { LLM_PRICE_INPUT: inputPrice, LLM_PRICE_OUTPUT: outputPrice } = env
  if (base === undefined || model === undefined) return null
  const address = base.endsWith('/chat/completions') ? base : `${base}/chat/completions`
  return {
    provider: env.LLM_PROVIDER ?? new URL(base).host,
    name: model,
    ask: (question, stopping) =>
      outcomeOf(
        () =>
          fetch(address, {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              ...(key !== undefined && { authorization: `Bearer ${key}` }),
            },
            body: JSON.stringify(requestOf(model, question)),
            redirect: 'manual',
            signal: AbortSignal.any([AbortSignal.timeout(timeout), stopping]),
          }),
        // Some services repeat the key in what they refuse.
        (text) => (key === undefined ? text : text.replaceAll(key, '***')),
      ),
    costOf({ inputTokens, outputTokens }) {
      if (inputPrice === undefined || outputPrice === undefined) return null
      if (inputTokens === null || outputTokens === null) return null
      return (inputTokens * inputPrice + outputTokens * outputPrice) / perMillion
    },
  }
}

const requestOf = (model: string, { system, user, jpeg }: Question) => ({
  model,
  messages: [
    { role: 'system', content: system },
    {
      role: 'user',
      content: [
        { type: 'text', text: user },
        {
          type: 'image_url',
          image_url: { url: `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}` },
        },
      ],
    },
  ],
  response_format: {
    type: 'json_schema',
    json_schema: { name: 'meter_reading', strict: true, schema: answerSchema },
  },
})
