import { createHash } from 'node:crypto'
import sharp, { type Metadata } from 'sharp'
import { pictureLimit, type pictureTypes } from '../../../contract/pictures.ts'
import { Failure } from '../../api/call.ts'
import { isAvif, isSupportedPicture } from './magic-bytes.ts'

type MediaType = (typeof pictureTypes)[number]

/** Bytes that are a supported picture. */
export interface UploadedPicture {
  bytes: Uint8Array
  sha256: string
  mediaType: MediaType
  /** As stored, before EXIF orientation. */
  width: number
  height: number
}

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * Checks the bytes, not the declared type. `field` is named in the failure. `maxPixels`: refused above, by what the
 * picture says of itself, without decoding it.
 */
export async function parsePicture(
  bytes: Uint8Array,
  field: string,
  maxPixels?: number,
): Promise<UploadedPicture> {
  if (bytes.length > pictureLimit) throw new Failure('payload_too_large')
  // With a generic HEIF brand libvips takes AVIF for HEIC, which is stored without being decoded.
  if (isAvif(bytes)) throw unsupported(field, 'AVIF の画像には対応していません')
  // Before libvips picks a loader by the bytes, also for formats that we refuse, such as SVG.
  if (!isSupportedPicture(bytes))
    throw unsupported(field, 'JPEG、PNG、WebP、HEIC のいずれの画像でもありません')
  const metadata = await sharp(bytes, maxPixels === undefined ? {} : { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw unsupported(field, '画像として読み込めません', error)
    })
  const mediaType = mediaTypeOf(metadata)
  if (mediaType === null) throw unsupported(field, `この画像形式には対応していません（${metadata.format}）`)
  const { width, height } = metadata
  if (maxPixels !== undefined && width * height > maxPixels) {
    throw new Failure('payload_too_large', { issues: [{ path: field, message: '画像の画素数が多すぎます' }] })
  }
  return { bytes, sha256: sha256Of(bytes), mediaType, width, height }
}

/** Base64, with or without a `data:` prefix. */
export async function parseBase64Picture(
  text: string,
  field: string,
  maxPixels?: number,
): Promise<UploadedPicture> {
  const base64 = text.replace(/^data:[^,]{0,100},/, '')
  if (base64 === '' || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    throw unsupported(field, '画像のデータが壊れています')
  }
  return parsePicture(Buffer.from(base64, 'base64'), field, maxPixels)
}

function mediaTypeOf({ format, compression }: Metadata): MediaType | null {
  switch (format) {
    case 'jpeg':
      return 'image/jpeg'
    case 'png':
      return 'image/png'
    case 'webp':
      return 'image/webp'
    case 'heif':
      return compression === 'hevc' ? 'image/heic' : null
    default:
      return null
  }
}

function unsupported(field: string, message: string, cause?: unknown): Failure {
  return new Failure('picture_unsupported', { issues: [{ path: field, message }], cause })
}
