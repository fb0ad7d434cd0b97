import { createHash } from 'node:crypto'
import { Failure } from '../../api/call.ts'
import { encodedBody } from '../../api/encoded-body.ts'
import { parsePicture, type UploadedPicture } from '../pictures/index.ts'

/**
 * Checks a picture of a device. `digest`: as RFC 9530 writes it, of the bytes that the device meant to send. Compressed
 * bytes are refused before the digest is compared: a failed digest asks the sender to try again, which would not help.
 */
export async function receivedPicture(bytes: Uint8Array, digest: string | null): Promise<UploadedPicture> {
  const sha256 = createHash('sha256').update(bytes).digest('base64')
  if (bytes.length === 0) {
    const message = '写真がありません。JPEG、PNG、WebP の写真を本文として送信してください'
    throw new Failure('picture_missing', { issues: [{ path: 'body', message }] })
  }
  if (isGzip(bytes)) throw encodedBody('body')
  if (digest !== null && digest !== `sha-256=:${sha256}:`) {
    const message = `受信した本文（${bytes.length}バイト）は sha-256=:${sha256}: です`
    throw new Failure('picture_mismatch', { issues: [{ path: 'content-digest', message }] })
  }
  return parsePicture(bytes, 'body')
}

/** RFC 1952, 2.3.1. */
const isGzip = ([first, second]: Uint8Array) => first === 0x1f && second === 0x8b
