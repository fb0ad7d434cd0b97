import { Failure, longRoute, route } from '../../api/call.ts'
import { isValidSignature } from '../../api/picture-url.ts'
import { derivedPicture, MissingPictureError, originalPicture, strippedPicture } from './derived.ts'
import { findPicture, findPictureOfReading } from './repository.ts'

/**
 * Milliseconds that a thumbnail waits for a worker. Longer than other calls wait, because a browser does not ask again for
 * a picture that was refused, and the screen shows a placeholder in the meantime.
 */
const workerTimeout = 60_000

export const pictureRoutes = [
  route('picture', async ({ params, query, deps, request, reply }) => {
    const { organization_id: organizationId, sha256, variant } = params
    const { expires, signature, download } = query
    const now = deps.clock()
    if (!isValidSignature(deps.secrets.pictureKey, { organizationId, sha256, expires }, signature, now)) {
      throw new Failure('signature_invalid')
    }
    const picture = await deps.database.inOrganization(
      organizationId,
      null,
      (tx) => findPicture(tx, organizationId, sha256),
      'read only',
    )
    if (picture === undefined) throw new Failure('not_found')

    const etag = `"${sha256}.${variant}"`
    const seconds = Math.floor(expires - now.getTime() / 1000)
    reply.headers({
      etag,
      'cache-control': `private, max-age=${seconds}, immutable`,
      'x-content-type-options': 'nosniff',
    })
    const mediaType = variant === 'original' ? picture.mediaType : 'image/webp'
    if (download !== undefined) {
      reply.header('content-disposition', attachmentHeader(withExtension(download, mediaType)))
    }
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const bytes = await unlessRemoved(picture, () =>
      variant === 'original'
        ? strippedPicture(deps.storage, picture)
        : derivedPicture(deps, { organizationId, sha256, variant }, workerTimeout),
    )
    // Stored, but not decodable: the console shows a placeholder.
    if (bytes === null) throw new Failure('not_found')
    return reply.type(mediaType).send(Buffer.from(bytes))
  }),
  longRoute('sourceImage', async ({ params, session, deps, reply }) => {
    const { organizationId, userId } = session
    const picture = await deps.database.inOrganization(
      organizationId,
      userId,
      (tx) => findPictureOfReading(tx, organizationId, params.id),
      'read only',
    )
    if (picture === undefined) throw new Failure('not_found')
    const bytes = await unlessRemoved(picture, () => originalPicture(deps.storage, picture))
    return reply
      .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      .header(
        'content-disposition',
        attachmentHeader(withExtension(`meter-value-${params.id}`, picture.mediaType)),
      )
      .type(picture.mediaType)
      .send(Buffer.from(bytes))
  }),
]

/** Says so where retention removed what is asked for. Bytes that came again are there. */
async function unlessRemoved<T>(
  { originalDeletedAt }: { originalDeletedAt: Date | null },
  find: () => Promise<T>,
): Promise<T> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof MissingPictureError && originalDeletedAt !== null)
      throw new Failure('original_removed')
    throw error
  }
}

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/heic': '.heic',
  'image/heif': '.heif',
}

/** The console does not know the format; a file without an extension does not open. */
function withExtension(name: string, mediaType: string): string {
  const ending = extensions[mediaType] ?? ''
  return name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`
}

/** RFC 6266: the name in UTF-8 with an ASCII fallback, without characters that end the header or name a folder. */
function attachmentHeader(name: string): string {
  const safe = name.replace(/[\p{Cc}\p{Cs}"\\/:*?<>|]/gu, '_')
  const ascii = safe.replace(/[^ -~]/g, '_').replaceAll('%', '_')
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
