import { createHash } from 'node:crypto'
import sharp, { type Metadata } from 'sharp'
import { pictureFormatOf } from '../../../contract/pictureFormat.ts'
import { pictureLimit, type pictureTypes } from '../../../contract/pictures.ts'
import { inspectJpeg } from '../../../reader/node/index.ts'
import { maxPixels } from '../../../reader/node/max-pixels.ts'
import { Failure } from '../../api/call.ts'
import { createLimiter } from '../../limiter.ts'

/** Said of a picture of which nothing can be decoded. */
export const undecodable = '画像のデータが壊れているか途中で切れていて、何も表示できません'

type MediaType = (typeof pictureTypes)[number]

/** A lossless WebP of the greatest size takes 400 MB while it is decoded. */
const decoding = createLimiter({ total: 2, retryAfter: 1 })

/** Bytes that are a supported picture. */
export interface UploadedPicture {
  bytes: Uint8Array
  sha256: string
  mediaType: MediaType
  /** Upright. */
  width: number
  height: number
}

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * Checks every picture that a person or a device sends. The bytes decide, not the declared type. The size is what the
 * picture says of itself, so that a decompression bomb is refused without decoding it. `field` is named in the failure.
 * HEIC cannot be decoded here and is refused.
 */
export async function parsePicture(bytes: Uint8Array, field: string): Promise<UploadedPicture> {
  const picture = await describePicture(bytes, field)
  if (!(await hasPixels(picture))) throw unsupported(field, undecodable)
  return picture
}

/** Checks a picture as `parsePicture` does, but not whether its pixels can be decoded. */
export async function describePicture(bytes: Uint8Array, field: string): Promise<UploadedPicture> {
  if (bytes.length > pictureLimit) {
    const message = `画像は ${pictureLimit / 1_000_000} MB までです`
    throw new Failure('payload_too_large', { issues: [{ path: field, message }] })
  }
  const format = pictureFormatOf(bytes)
  if (format === 'image/avif') throw unsupported(field, 'AVIF の画像には対応していません')
  // Before libvips picks a loader by the bytes, also for formats that we refuse, such as SVG.
  if (format === null) throw unsupported(field, 'JPEG、PNG、WebP のいずれの画像でもありません')
  if (format === 'image/heic' || format === 'image/heif')
    throw unsupported(field, 'HEIC の画像は読み込めません。JPEG で送信してください')
  const metadata = await open(bytes, 'none')
    .metadata()
    .catch((error: unknown) => {
      throw unsupported(field, undecodable, error)
    })
  const mediaType = mediaTypeOf(metadata)
  if (mediaType === null) throw unsupported(field, `この画像形式には対応していません（${metadata.format}）`)
  const { width, height } = metadata.autoOrient
  if (width * height > maxPixels) {
    const message = `画像が大きすぎます（${width}×${height}画素）。${maxPixels / 1_000_000}メガピクセル以下にしてください`
    throw new Failure('validation_failed', { issues: [{ path: field, message }] })
  }
  return { bytes, sha256: sha256Of(bytes), mediaType, width, height }
}

/**
 * Whether anything of the picture can be decoded. The structure of a JPEG shows that. The others are decoded, because a
 * broken body of a WebP has the structure of a whole one.
 */
async function hasPixels({ bytes, mediaType }: UploadedPicture): Promise<boolean> {
  if (mediaType === 'image/jpeg') return inspectJpeg(bytes)?.hasPixels === true
  return decoding.run({}, async () => {
    const isWhole = await open(bytes, 'warning')
      .resize(1)
      .raw()
      .toBuffer()
      .then(
        () => true,
        () => false,
      )
    if (isWhole || mediaType === 'image/webp') return isWhole
    // libpng leaves rows that it cannot decode black.
    const { channels } = await open(bytes, 'none').stats()
    return channels.some(({ max }) => max > 0)
  })
}

const open = (bytes: Uint8Array, failOn: 'none' | 'warning') =>
  sharp(bytes, { limitInputPixels: false, failOn })

/** Base64, with or without a `data:` prefix. */
export async function parseBase64Picture(text: string, field: string): Promise<UploadedPicture> {
  const base64 = text.replace(/^data:[^,]{0,100},/, '')
  if (base64 === '' || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    throw unsupported(field, '画像のデータが壊れています')
  }
  return parsePicture(Buffer.from(base64, 'base64'), field)
}

function mediaTypeOf({ format }: Metadata): MediaType | null {
  switch (format) {
    case 'jpeg':
      return 'image/jpeg'
    case 'png':
      return 'image/png'
    case 'webp':
      return 'image/webp'
    default:
      return null
  }
}

function unsupported(field: string, message: string, cause?: unknown): Failure {
  return new Failure('picture_unsupported', { issues: [{ path: field, message }], cause })
}
