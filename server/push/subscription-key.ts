import { ECDH } from 'node:crypto'

/** Whether a message can be encrypted for this `p256dh` (RFC 8291): an uncompressed point on the curve P-256. */
export function isSubscriptionKey(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return false
  try {
    ECDH.convertKey(point, 'prime256v1')
    return true
  } catch {
    return false
  }
}
