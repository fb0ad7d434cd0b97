import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { textLimit } from '../../../text/limits.ts'
import { qrFile } from '../../ui/qr/QrPicture.tsx'
import { wifiText } from './wifiText.ts'

/** The decoded text, and the picture's size in pixels. */
async function seen(file: File) {
  const picture = await createImageBitmap(file)
  const { width, height } = picture
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context?.drawImage(picture, 0, 0)
  const data = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
  const text = decodeQR({ data: Uint8Array.from(data), width, height }, { timeLimit: 10_000 })
  return { text, width, height }
}

test.each([100, 110, 150, 210, 300, 500])(
  'a picture of %i pixels has that size and can be read, however long name and password are',
  async (size) => {
    for (const [ssid, password] of [
      ['kenshin-camera', 'himitsu-2026'],
      ['工'.repeat(textLimit), ';'.repeat(textLimit)],
      ['工'.repeat(textLimit), '場'.repeat(textLimit)],
    ] as const) {
      const text = wifiText(ssid, password)
      const saved = await seen(await qrFile({ text, size }, 'wifi-qr.png'))
      expect(saved).toEqual({ text, width: size, height: size })
    }
  },
)
