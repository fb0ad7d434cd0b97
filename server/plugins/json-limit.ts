import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '../api/call.ts'

/** Fields and elements of a body; no call needs a tenth of them, and base64 contains none of these characters. */
const maxParts = 20_000
/** Bytes. A call that accepts no more than this may have any number of parts, such as the lines of a device's log. */
const shortBody = 1_000_000
const signs = [',', '[', '{']

/**
 * Refuses JSON of very many parts before parsing: bodies with pictures may be long enough for millions, which would
 * block the process for seconds.
 */
export function limitJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = textOf(request, body as Buffer)
    if (text instanceof Failure) return done(text)
    const { bodyLimit = 0 } = request.routeOptions
    if (bodyLimit > shortBody && isTooMany(text)) {
      const message = `JSON の要素は ${maxParts.toLocaleString('en-US')} 個までです`
      return done(new Failure('payload_too_large', { issues: [{ path: 'body', message }] }))
    }
    return parse(request, text, done)
  })
}

/** JSON is UTF-8 (RFC 8259, 8.1). Any other bytes would be stored as replacement characters. */
function textOf({ headers }: FastifyRequest, body: Buffer): string | Failure {
  const [, charset = 'utf-8'] = /;\s*charset="?([^";\s]+)/i.exec(headers['content-type'] ?? '') ?? []
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) {
    const message = `文字コード ${charset} には対応していません。UTF-8 で送信してください。`
    return new Failure('media_type_unsupported', { issues: [{ path: 'content-type', message }] })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch (cause) {
    const message = 'UTF-8 ではない文字が含まれています。UTF-8 で送信してください。'
    return new Failure('body_malformed', { issues: [{ path: 'body', message }], cause })
  }
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
