import { z } from 'zod'

/** What the model is asked to answer, in the API’s own subset of JSON Schema. */
export const answerSchema = {
  type: 'object',
  properties: {
    value: { type: ['number', 'null'] },
    confidence: { type: 'number' },
    reason: { type: 'string' },
  },
  required: ['value', 'confidence', 'reason'],
  additionalProperties: false,
}

const answer = z.object({
  value: z.number().nullable(),
  confidence: z.number().min(0).max(1),
  reason: z.string(),
})
export type Answer = z.output<typeof answer>

const tokens = z.int().min(0).max(2_147_483_647)

const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).nullish().catch(null),
})

export interface Outcome {
  /** Null: `failure` says why. */
  answer: Answer | null
  failure: string | null
  /** As it came, cut. */
  text: string | null
  inputTokens: number | null
  outputTokens: number | null
  /** Whether the model answered at all, however badly: such calls count. */
  isAnswered: boolean
  /** Whether another try later may do better. */
  isPassing: boolean
}

const nothing: Outcome = {
  answer: null,
  failure: null,
  text: null,
  inputTokens: null,
  outputTokens: null,
  isAnswered: false,
  isPassing: false,
}

/** Bytes; an answer has some hundred. */
const maxBytes = 256 * 1024
/** Characters that the log keeps. */
const maxLoggedLength = 4000

/** `redact` takes secrets out of what is kept. */
export async function outcomeOf(
  send: () => Promise<Response>,
  redact: (text: string) => string,
): Promise<Outcome> {
  // PostgreSQL keeps no NUL.
  const kept = (text: string) => redact(text).replaceAll('\u0000', '').slice(0, maxLoggedLength)
  try {
    const response = await send()
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      return { ...nothing, failure: `応答${response.status}: ほかのアドレスへの転送は行いません` }
    }
    const body = await readLimited(response)
    if (body === null) {
      const isAnswered = response.ok
      return { ...nothing, isAnswered, failure: '応答が大きすぎます' }
    }
    if (!response.ok) return { ...refusedBy(response.status), text: kept(body) }
    return interpret(body, kept)
  } catch (error) {
    return { ...nothing, failure: whyUnreachable(error), isPassing: true }
  }
}

/** Null for too long a body, which is not read to its end. */
async function readLimited(response: Response): Promise<string | null> {
  if (response.body === null) return ''
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body) {
    length += chunk.length
    // Leaving the loop cancels the rest.
    if (length > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const statusTexts: Record<number, string> = {
  401: 'キーが受け付けられませんでした',
  403: 'キーにこのモデルの利用が許可されていません',
  404: 'アドレスかモデルが見つかりません',
  413: '画像が大きすぎるとされました',
  429: '利用の制限を超えました',
}

function refusedBy(status: number): Outcome {
  const text =
    statusTexts[status] ?? (status >= 500 ? '相手のサーバーの障害です' : '要求が受け付けられませんでした')
  const isPassing = status >= 500 || status === 429 || status === 408
  return { ...nothing, failure: `応答${status}: ${text}`, isPassing }
}

function whyUnreachable(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'AbortError') return 'サーバーの停止により中断しました'
  return name === 'TimeoutError' ? '時間内に応答がありませんでした' : '接続できないか、応答が途切れました'
}

function interpret(body: string, kept: (text: string) => string): Outcome {
  const parsed = completion.safeParse(parseJson(body))
  const answered = { ...nothing, isAnswered: true, text: kept(body) }
  if (!parsed.success) return { ...answered, failure: '応答の形式が正しくありません' }
  const { choices, usage } = parsed.data
  const [first] = choices
  const said = {
    ...answered,
    text: kept(first?.message.refusal ?? first?.message.content ?? ''),
    inputTokens: usage?.prompt_tokens ?? null,
    outputTokens: usage?.completion_tokens ?? null,
  }
  if (first?.message.refusal) return { ...said, failure: 'モデルが回答を断りました' }
  if (first?.finish_reason === 'content_filter') return { ...said, failure: 'モデルが回答を断りました' }
  if (first?.finish_reason === 'length') return { ...said, failure: '回答が途中で切れました' }
  const found = answer.safeParse(parseJson(first?.message.content ?? ''))
  if (!found.success) return { ...said, failure: '回答がJSONとして正しくありません' }
  return { ...said, answer: found.data }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
