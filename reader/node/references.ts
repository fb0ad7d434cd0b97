import { createHash } from 'node:crypto'
import type { Picture } from '../core/types.ts'
import { decode, UndecodablePicture } from './decode.ts'

/** A meter's photographs come in sequence; a decoded picture takes about 3 MB. */
const MAX_KEPT = 8

/** LRU by the bytes' SHA-256. */
const kept = new Map<string, Promise<Picture | null>>()

/** Decodes a reference picture, cached. Null for undecodable bytes: reading works without. */
export function decodeReference(bytes: Uint8Array): Promise<Picture | null> {
  const key = createHash('sha256').update(bytes).digest('hex')
  const decoded = kept.get(key) ?? decodeOrNull(bytes)
  kept.delete(key)
  kept.set(key, decoded)
  const [oldest] = kept.keys()
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  return decoded
}

async function decodeOrNull(bytes: Uint8Array): Promise<Picture | null> {
  try {
    return await decode(bytes)
  } catch (error) {
    if (error instanceof UndecodablePicture) return null
    throw error
  }
}
