import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What was asked, decoded as far as it is JSON. */
export interface AskedOfModel {
  path: string
  headers: IncomingHttpHeaders
  body: {
    model: string
    messages: [
      { role: 'system'; content: string },
      { role: 'user'; content: [{ text: string }, { image_url: { url: string } }] },
    ]
    response_format: unknown
  }
}

type Behaviour = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>

export interface ModelServer {
  /** Of the server under test. */
  settings: Record<'LLM_URL' | 'LLM_MODEL' | 'LLM_KEY' | 'LLM_PRICE_INPUT' | 'LLM_PRICE_OUTPUT', string>
  asked: AskedOfModel[]
  /** From the next question on. */
  behave: (behaviour: Behaviour) => void
  close: () => void
}

/** A server on 127.0.0.1 that speaks `chat/completions`, and fails as it is told. */
export async function startModelServer(): Promise<ModelServer> {
  const asked: AskedOfModel[] = []
  let behaviour: Behaviour = says({ value: null, confidence: 0, reason: '' })
  const server = createServer(async (request, response) => {
    const body: AskedOfModel['body'] = JSON.parse((await text(request)) || 'null')
    asked.push({ path: request.url ?? '', headers: request.headers, body })
    await behaviour(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      LLM_URL: `http://127.0.0.1:${port}/v1`,
      LLM_MODEL: 'reader-1',
      LLM_KEY: 'sk-secret-of-tests',
      LLM_PRICE_INPUT: '2.5',
      LLM_PRICE_OUTPUT: '10',
    },
    asked,
    behave: (next) => {
      behaviour = next
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** A whole completion around what the model says. */
export const completionOf = (message: object, finish_reason = 'stop') => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
  usage: { prompt_tokens: 1200, completion_tokens: 40, total_tokens: 1240 },
})

export const says =
  (answer: { value: number | null; confidence: number; reason: string }): Behaviour =>
  (response) =>
    void json(response, completionOf({ content: JSON.stringify(answer) }))

export const answers =
  (body: unknown, status = 200): Behaviour =>
  (response) =>
    void json(response, body, status)
