import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { type PictureVariant, pictureEndpoints } from '../../../contract/pictures.ts'
import { startOfDay } from '../../zone.ts'

export interface Signed {
  organizationId: number
  sha256: string
  /** Seconds since 1970. */
  expires: number
}

/** Of the picture, whichever size of it is asked for. */
function sign(key: Uint8Array | KeyObject, { organizationId, sha256, expires }: Signed): string {
  return createHmac('sha256', key).update(`${organizationId}/${sha256}/${expires}`).digest('base64url')
}

/**
 * Makes addresses of an organization’s pictures. They end with the next local day, so that an address stays the
 * same within a day, caches work, and one handed out just before midnight still opens.
 */
export function pictureAddress(
  key: Uint8Array,
  organizationId: number,
  zone: string,
  now: Date,
): (sha256: string, variant: PictureVariant) => string {
  const expires = startOfDay(zone, now, 2).getTime() / 1000
  // Made once: with the bytes each signature would take six times as long, and a page has thousands.
  const prepared = createSecretKey(key)
  const pattern = pictureEndpoints.picture.path.replace('{organization_id}', String(organizationId))
  // A row shows several sizes of one picture.
  let last = { sha256: '', path: '', query: '' }
  return (sha256, variant) => {
    if (sha256 !== last.sha256) {
      const signature = sign(prepared, { organizationId, sha256, expires })
      last = {
        sha256,
        path: pattern.replace('{sha256}', sha256),
        query: `?expires=${expires}&signature=${signature}`,
      }
    }
    return last.path.replace('{variant}', variant) + last.query
  }
}

/** Whether we made this address and it has not expired. */
export function isSigned(key: Uint8Array, signed: Signed, signature: string, now: Date): boolean {
  const given = Buffer.from(signature, 'base64url')
  const expected = Buffer.from(sign(key, signed), 'base64url')
  return (
    given.length === expected.length &&
    timingSafeEqual(given, expected) &&
    signed.expires * 1000 > now.getTime()
  )
}
