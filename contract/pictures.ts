import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { countParam, idParam, sha256 } from './wire.ts'

/** `thumbnail`: to look at; of a framed picture the part that was read. `reference`: to register photographs to, small enough for every phone to keep. Both WebP. */
export const pictureVariants = ['original', 'thumbnail', 'reference'] as const
export type PictureVariant = (typeof pictureVariants)[number]

/** Media types that are taken as a meter’s photograph. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'] as const

/** The largest photograph that is taken, in bytes. */
export const pictureLimit = 20_000_000

export const pictureEndpoints = {
  picture: endpoint({
    method: 'GET',
    path: '/api/v1/pictures/{organization_id}/{sha256}/{variant}',
    access: 'signed',
    summary: 'A picture’s bytes by a signed address (photograph or framed picture, whole or reduced)',
    params: z.object({ organization_id: idParam, sha256, variant: z.enum(pictureVariants) }),
    query: z.object({
      expires: countParam.describe('seconds since 1970'),
      signature: z.string().max(100),
      download: z.string().max(100).optional().describe('save under this name instead of showing'),
    }),
    data: null,
    media: 'image/*',
    errors: ['signature_invalid', 'not_found'],
    subject: 'picture',
  }),
}
