import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pictureFormatOf } from '../../contract/pictureFormat.ts'

const nothing = Buffer.alloc(0)
const isForm = (type: string) => /^multipart\/form-data\b/i.test(type)

/**
 * Takes the bodies of calls whose body is a picture, whatever `Content-Type` says, also if it is absent or malformed: the
 * bytes decide (`parsePicture`). Of a form the first picture is taken. Affects the given scope only.
 */
export function takePictureBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addHook('onRequest', async ({ headers }) => {
    // Fastify refuses a malformed type before any parser is asked.
    if (!isForm(headers['content-type'] ?? '')) headers['content-type'] = 'application/octet-stream'
  })
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer
    const boundary = boundaryOf(request)
    done(null, boundary === null ? bytes : (pictureInForm(bytes, boundary) ?? nothing))
  })
}

function boundaryOf({ headers }: FastifyRequest): string | null {
  const type = headers['content-type'] ?? ''
  if (!isForm(type)) return null
  const found = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type)
  return found?.[1] ?? found?.[2] ?? ''
}

/** Finds the first part that is a picture (RFC 2046, 5.1.1). Its headers do not matter: devices write them in many ways. */
function pictureInForm(body: Buffer, boundary: string): Buffer | null {
  const delimiter = `--${boundary}`
  for (let at = body.indexOf(delimiter); at >= 0; ) {
    const head = body.indexOf('\r\n\r\n', at)
    const end = body.indexOf(`\r\n${delimiter}`, head + 2)
    if (head < 0) return null
    // Some devices leave the last delimiter out, and a form may be cut off.
    const content = body.subarray(head + 4, end < 0 ? body.length : end)
    if (pictureFormatOf(content) !== null) return content
    if (end < 0) return null
    at = end + 2
  }
  return null
}
