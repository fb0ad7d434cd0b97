import { createHash } from 'node:crypto'
import sharp, { type Metadata } from 'sharp'
import { pictureFormatOf } from '../../../contract/pictureFormat.ts'
import { pictureLimit, type pictureTypes } from '../../../contract/pictures.ts'
import { inspectJpeg } from '../../../reader/node/index.ts'
import { maxPixels } from '../../../reader/node/max-pixels.ts'
import { Failure } from '../../api/call.ts'

/** Said of a picture of which nothing can be decoded. */
export const undecodable = '画像のデータが壊れているか途中で切れていて、何も表示できません'

type MediaType = (typeof pictureTypes)[number]

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
  const metadata = await sharp(bytes, { limitInputPixels: false, failOn: 'none' })
    .metadata()
    .catch((error: unknown) => {
      throw unsupported(field, undecodable, error)
    })
  if (inspectJpeg(bytes)?.hasPixels === false) throw unsupported(field, undecodable)
  const mediaType = mediaTypeOf(metadata)
  if (mediaType === null) throw unsupported(field, `この画像形式には対応していません（${metadata.format}）`)
  const { width, height } = metadata.autoOrient
  if (width * height > maxPixels) {
    const message = `画像が大きすぎます（${width}×${height}画素）。${maxPixels / 1_000_000}メガピクセル以下にしてください`
    throw new Failure('validation_failed', { issues: [{ path: field, message }] })
  }
  return { bytes, sha256: sha256Of(bytes), mediaType, width, height }
}

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
