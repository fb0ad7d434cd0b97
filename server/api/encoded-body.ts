import { Failure } from './call.ts'

/** Returns the refusal of a compressed body. `path` is what shows that it is compressed. */
export function encodedBody(path: 'content-encoding' | 'body'): Failure {
  const message = '圧縮した本文は受け取れません。圧縮せずに送信してください。'
  return new Failure('media_type_unsupported', { issues: [{ path, message }] })
}
