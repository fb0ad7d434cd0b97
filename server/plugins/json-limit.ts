import type { FastifyInstance } from 'fastify'
import { Failure } from '../api/call.ts'

/** Fields and elements of a body; no call takes a tenth of them, and a text that holds a picture has none of these signs. */
const maxParts = 20_000
const signs = [',', '[', '{']

/**
 * Refuses a JSON body of very many parts before it is parsed: where pictures come in JSON, a body is long enough for
 * millions, and to parse and check those would keep the process from everybody else for seconds.
 */
export function limitJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isTooMany(String(body))) return done(new Failure('payload_too_large'))
    return parse(request, String(body), done)
  })
}

function isTooMany(text: string): boolean {
  let parts = 0
  for (const sign of signs) {
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
      parts += 1
      if (parts > maxParts) return true
    }
  }
  return false
}
