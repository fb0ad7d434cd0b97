import { Failure, route } from '../../api/call.ts'
import type { Deps } from '../../deps.ts'
import { isSigned } from './address.ts'
import { findPicture, type PictureRow } from './repository.ts'

const thumbnailWidth = 480

export const pictureRoutes = [
  route('picture', async ({ params, query, deps, request, reply }) => {
    const { organization_id: organizationId, sha256, variant } = params
    const { expires, signature, download } = query
    const now = deps.clock()
    if (!isSigned(deps.secrets.pictureKey, { organizationId, sha256, variant, expires }, signature, now)) {
      throw new Failure('signature_invalid')
    }
    const picture = await deps.database.inOrganization(organizationId, null, (tx) =>
      findPicture(tx, organizationId, sha256),
    )
    if (picture === undefined) throw new Failure('not_found')

    const etag = `"${sha256}.${variant}"`
    const seconds = Math.floor(expires - now.getTime() / 1000)
    reply.headers({
      etag,
      'cache-control': `private, max-age=${seconds}, immutable`,
      'x-content-type-options': 'nosniff',
    })
    const mediaType = variant === 'thumbnail' ? 'image/webp' : picture.mediaType
    if (download !== undefined) {
      reply.header('content-disposition', attachment(withEnding(download, mediaType)))
    }
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    if (variant === 'thumbnail')
      return reply.type(mediaType).send(Buffer.from(await thumbnailOf(deps, picture)))
    return reply.type(mediaType).send(Buffer.from(await originalOf(deps, picture)))
  }),
]

async function originalOf({ storage }: Deps, { organizationId, sha256 }: PictureRow): Promise<Uint8Array> {
  const bytes = await storage.get({ organizationId, sha256, variant: 'original' })
  if (bytes === null) throw new Error(`storage has lost picture ${sha256}`)
  return bytes
}

/** Made when first asked for, then kept. */
async function thumbnailOf(deps: Deps, picture: PictureRow): Promise<Uint8Array> {
  const key = {
    organizationId: picture.organizationId,
    sha256: picture.sha256,
    variant: 'thumbnail',
  } as const
  const kept = await deps.storage.get(key)
  if (kept !== null) return kept
  const made = await deps.workers.thumbnail(await originalOf(deps, picture), thumbnailWidth)
  // Kept as it came, but there is nothing to show: the console has a placeholder for it.
  if (made === null) throw new Failure('not_found')
  await deps.storage.put(key, made)
  return made
}

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/heic': '.heic',
  'image/heif': '.heif',
}

/** The console does not know of what kind a picture is; a file without an ending does not open at a press. */
function withEnding(name: string, mediaType: string): string {
  const ending = endings[mediaType] ?? ''
  return name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`
}

/** RFC 6266: the name in UTF-8, and an ASCII one for old readers; nothing that ends the header or names a folder. */
function attachment(name: string): string {
  const safe = name.replace(/[\p{Cc}\p{Cs}"\\/:*?<>|]/gu, '_')
  const ascii = safe.replace(/[^ -~]/g, '_').replaceAll('%', '_')
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
