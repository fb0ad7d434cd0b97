import { createHmac, timingSafeEqual } from 'node:crypto'
import { type PictureVariant, pictureEndpoints } from '../../../contract/pictures.ts'
import { startOfDay } from '../../zone.ts'

export interface Signed {
  organizationId: number
  sha256: string
  variant: PictureVariant
  /** Seconds since 1970. */
  expires: number
}

function sign(key: Uint8Array, { organizationId, sha256, variant, expires }: Signed): Buffer {
  return createHmac('sha256', key).update(`${organizationId}/${sha256}/${variant}/${expires}`).digest()
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
  return (sha256, variant) => {
    const signature = sign(key, { organizationId, sha256, variant, expires }).toString('base64url')
    const path = pictureEndpoints.picture.path
      .replace('{organization_id}', String(organizationId))
      .replace('{sha256}', sha256)
      .replace('{variant}', variant)
    return `${path}?expires=${expires}&signature=${signature}`
  }
}

/** Whether we made this address and it has not expired. */
export function isSigned(key: Uint8Array, signed: Signed, signature: string, now: Date): boolean {
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(key, signed)
  return (
    given.length === expected.length &&
    timingSafeEqual(given, expected) &&
    signed.expires * 1000 > now.getTime()
  )
}
