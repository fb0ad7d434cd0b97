import type { FastifyInstance } from 'fastify'
import { Failure } from '../api/call.ts'

/** Fields and elements of a body; no call needs a tenth of them, and base64 contains none of these characters. */
const maxParts = 20_000
const signs = [',', '[', '{']

/**
 * Refuses JSON of very many parts before parsing: bodies with pictures may be long enough for millions, which would
 * block the process for seconds.
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
