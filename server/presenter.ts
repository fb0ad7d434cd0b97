import type { PictureVariant } from '../contract/pictures.ts'
import type { Session } from './api/call.ts'
import { pictureUrlSigner } from './api/picture-url.ts'
import type { Deps } from './deps.ts'
import { isoInZone } from './time-zone.ts'

export interface Presenter {
  instant(at: Date | number): string
  /** A signed URL; null without a picture. */
  picture(sha256: string | null, variant: PictureVariant): string | null
}

export function presenterFor(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  session: Pick<Session, 'organizationId' | 'timeZone'>,
): Presenter {
  const { organizationId, timeZone } = session
  const address = pictureUrlSigner(deps.secrets.pictureKey, organizationId, timeZone, deps.clock())
  return {
    instant: (at) => isoInZone(timeZone, at),
    picture: (sha256, variant) => (sha256 === null ? null : address(sha256, variant)),
  }
}
