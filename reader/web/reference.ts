import { LONG_SIDE } from '../core/read.ts'
import { limitSize } from '../core/resample.ts'
import type { Picture } from '../core/types.ts'
import { decode } from './decode.ts'
import type { ReferenceMessage } from './worker-messages.ts'

let kept: { key: number; picture: Promise<Picture | null> } | null = null

/** The reference picture of a request, decoded once. Null for undecodable bytes: reading works without. */
export async function decodeReference(message: ReferenceMessage | null): Promise<Picture | null> {
  if (message === null) return null
  if (message.picture !== null) {
    const { bytes, mime } = message.picture
    kept = { key: message.key, picture: decodeLimited(bytes, mime).catch(() => null) }
  }
  if (kept?.key !== message.key) throw new Error('the reference picture was not sent')
  return kept.picture
}

/** Downscaled to what reading uses: a phone's photograph takes 8 MB instead of 48. */
async function decodeLimited(bytes: ArrayBuffer, mime: string): Promise<Picture> {
  return limitSize(await decode(bytes, mime), LONG_SIDE)
}
