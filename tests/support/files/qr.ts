import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'

/** Text of a QR code, and the picture's sides in pixels. */
export async function qrIn(picture: Uint8Array) {
  const raw = sharp(picture).ensureAlpha().raw()
  const { data, info } = await raw.toBuffer({ resolveWithObject: true })
  const { width, height } = info
  // Without the time limit of a live camera's frame.
  const text = decodeQR({ data: Uint8Array.from(data), width, height }, { timeLimit: 10_000 })
  return { text, width, height }
}
