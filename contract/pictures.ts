import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { countParam, idParam, sha256 } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'

/**
 * `original`: full size, without personal metadata. `thumbnail`: small; of a framed picture the part that was read.
 * `reference`: for registration, small enough to be kept on phones. The latter two are WebP.
 */
export const pictureVariants = ['original', 'thumbnail', 'reference'] as const
export type PictureVariant = (typeof pictureVariants)[number]

/** What a picture may be. As a request’s `Content-Type` they are advice only: the bytes decide. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/** Bytes. */
export const pictureLimit = 20_000_000

export const pictureEndpoints = {
  picture: endpoint({
    method: 'GET',
    path: '/api/v1/pictures/{organization_id}/{sha256}/{variant}',
    access: 'signed',
    summary: 'A picture’s bytes by a signed address (photograph or framed picture, whole or reduced)',
    params: z.object({ organization_id: idParam, sha256, variant: z.enum(pictureVariants) }),
    query: z.object({
      expires: withDescription(countParam, 'seconds since 1970'),
      signature: z.string().check(z.maxLength(100)),
      download: withDescription(
        z.optional(z.string().check(z.maxLength(200))),
        'save under this name instead of showing',
      ),
    }),
    data: null,
    media: 'image/*',
    errors: ['signature_invalid', 'not_found', 'original_removed'],
    subject: 'picture',
  }),
}
