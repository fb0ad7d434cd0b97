import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import { captionSvg, frameSvg } from '../core/frame.ts'
import { LONG_SIDE } from '../core/read.ts'
import { inView, viewOf } from '../core/tile-view.ts'
import type { Frame } from '../core/types.ts'
import { openLimited, openPicture, UndecodablePicture } from './decode.ts'

const LARGE: ResizeOptions = { width: 1000, height: 1000, fit: 'inside', withoutEnlargement: true }
/** Small parts are enlarged, because lines are drawn at display size. */
const TILE: ResizeOptions = { width: 480, height: 480, fit: 'inside' }
/** Height of the value strip, as a fraction of the shorter side. */
const STRIP = 0.09
const FRAMED_QUALITY = 80
const THUMBNAIL_QUALITY = 72
const REFERENCE_LONG_SIDE = 1000
const REFERENCE_QUALITY = 80
const OUTGOING_QUALITY = 80
/** Half the time of libwebp's default 4 for files a twentieth larger. */
const EFFORT = 2

/** Both WebP. */
export interface Framed {
  /** The whole picture, long side at most 1000 pixels, with the value below. */
  whole: Buffer
  /** The part that was read. */
  tile: Buffer
}

/** Draws a frame over a photograph; null for an empty frame. */
export async function framePicture(bytes: Uint8Array, frame: Frame): Promise<Framed | null> {
  const { width, height, open } = await openLimited(bytes)
  const view = viewOf(frame, width, height)
  if (view === null) return null
  // Sequential: each holds decoded pixels.
  const whole = await drawnOver(open().resize(LARGE), frame, frame.text)
  const part = open().extract(view).resize(TILE)
  const tile = await drawnOver(part, inView(frame, view, width, height), null)
  return {
    whole: await whole.webp({ quality: FRAMED_QUALITY, effort: EFFORT }).toBuffer(),
    tile: await tile.webp({ quality: THUMBNAIL_QUALITY, effort: EFFORT }).toBuffer(),
  }
}

async function drawnOver(photograph: Sharp, frame: Frame, caption: string | null): Promise<Sharp> {
  const { data, info } = await photograph.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const layers = [{ input: Buffer.from(frameSvg(frame, width, height)), left: 0, top: 0 }]
  const strip = caption === null ? 0 : Math.max(12, Math.round(Math.min(width, height) * STRIP))
  if (caption !== null)
    layers.push({ input: Buffer.from(captionSvg(caption, width, strip)), left: 0, top: height })
  return sharp(data, { raw: { width, height, channels } }).extend({ bottom: strip }).composite(layers)
}

/**
 * WebP, at most `width` pixels wide.
 *
 * @throws UndecodablePicture
 */
export const thumbnail = (bytes: Uint8Array, width: number): Promise<Buffer> =>
  reduced(bytes, { width }, THUMBNAIL_QUALITY)

/**
 * Normalises a reference picture for registration on phones and server: WebP, long side at most 1000 pixels.
 *
 * @throws UndecodablePicture
 */
export const referencePicture = (bytes: Uint8Array): Promise<Buffer> =>
  reduced(bytes, { width: REFERENCE_LONG_SIDE, height: REFERENCE_LONG_SIDE }, REFERENCE_QUALITY)

/**
 * A JPEG for others to read: long side at most 1600 pixels, upright, without metadata.
 *
 * @throws UndecodablePicture
 */
export const outgoingPicture = (bytes: Uint8Array): Promise<Buffer> =>
  encoded(() =>
    openPicture(bytes)
      .resize({ width: LONG_SIDE, height: LONG_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: OUTGOING_QUALITY })
      .toBuffer(),
  )

const reduced = (
  bytes: Uint8Array,
  size: { width: number; height?: number },
  quality: number,
): Promise<Buffer> =>
  encoded(() =>
    openPicture(bytes)
      .resize({ ...size, fit: 'inside', withoutEnlargement: true })
      .webp({ quality, effort: EFFORT })
      .toBuffer(),
  )

async function encoded(encode: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await encode()
  } catch (cause) {
    throw new UndecodablePicture('the bytes are not a picture that can be decoded', { cause })
  }
}
