import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'

/** What a camera takes from a picture of a QR code, and the picture’s sides in pixels. */
export async function qrIn(picture: Uint8Array) {
  const raw = sharp(picture).ensureAlpha().raw()
  const { data, info } = await raw.toBuffer({ resolveWithObject: true })
  const { width, height } = info
  // All the time that it takes: not a frame of a live camera.
  const text = decodeQR({ data: Uint8Array.from(data), width, height }, { timeLimit: 10_000 })
  return { text, width, height }
}
