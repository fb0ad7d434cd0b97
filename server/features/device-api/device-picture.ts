import { createHash } from 'node:crypto'
import { Failure } from '../../api/call.ts'
import { encodedBody } from '../../api/encoded-body.ts'
import { parsePicture, type UploadedPicture } from '../pictures/index.ts'

/** Algorithms of RFC 9530 that are in use, the usual one first. */
const algorithms = ['sha-256', 'sha-512'] as const

/**
 * Checks a picture of a device. `digests`: as RFC 9530 writes them, of the bytes that the device meant to send. Compressed
 * bytes are refused before a digest is compared: a failed digest asks the sender to try again, which would not help.
 */
export async function receivedPicture(
  bytes: Uint8Array,
  digests: string | null = null,
  remark: (text: string) => void = () => undefined,
): Promise<UploadedPicture> {
  if (bytes.length === 0) {
    const message = '写真がありません。JPEG、PNG、WebP の写真を本文として送信してください'
    throw new Failure('picture_missing', { issues: [{ path: 'body', message }] })
  }
  if (isGzip(bytes)) throw encodedBody('body')
  if (digests !== null) compareDigest(bytes, digests, remark)
  return parsePicture(bytes, 'body')
}

/** A header may list digests of several algorithms (RFC 9530, 2). One that cannot be a digest must not cost the picture. */
function compareDigest(bytes: Uint8Array, digests: string, remark: (text: string) => void): void {
  for (const algorithm of algorithms) {
    const [, text = ''] = new RegExp(`(?:^|[,\\s])${algorithm}=:([^:]*):`, 'i').exec(digests) ?? []
    const sent = Buffer.from(text, 'base64')
    const received = digestOf(bytes, algorithm)
    if (sent.length !== received.length) continue
    if (sent.equals(received)) return
    const expected = digestOf(bytes, 'sha-256').toString('base64')
    const message = `受信した本文（${bytes.length}バイト）は sha-256=:${expected}: です`
    throw new Failure('picture_mismatch', { issues: [{ path: 'content-digest', message }] })
  }
  remark(
    'Content-Digest に「sha-256=:本文のSHA-256をBase64で:」がないため、写真が欠けずに届いたかは確認していません',
  )
}

const digestOf = (bytes: Uint8Array, algorithm: (typeof algorithms)[number]): Buffer =>
  createHash(algorithm.replace('-', '')).update(bytes).digest()

/** RFC 1952, 2.3.1. */
const isGzip = ([first, second]: Uint8Array) => first === 0x1f && second === 0x8b
