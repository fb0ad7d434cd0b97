import { createHash } from 'node:crypto'
import { Failure } from '../../api/call.ts'
import { parsePicture, type UploadedPicture } from '../pictures/index.ts'

/** A device’s picture. `digest`: as RFC 9530 writes it, of the bytes that it meant to send. */
export async function receivedPicture(bytes: Uint8Array, digest: string | null): Promise<UploadedPicture> {
  const sha256 = createHash('sha256').update(bytes).digest('base64')
  if (bytes.length === 0) throw new Failure('picture_missing')
  if (digest !== null && digest !== `sha-256=:${sha256}:`) throw new Failure('picture_mismatch')
  return parsePicture(bytes, 'body')
}
