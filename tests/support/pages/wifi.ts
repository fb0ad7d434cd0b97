import type { Page } from 'playwright'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { download } from '../download.ts'

export const wifiScreen = (page: Page) => {
  const save = page.getByRole('button', { name: 'PNGをダウンロード' })
  return {
    heading: page.getByRole('heading', { name: 'WiFi QRコード' }),
    ssid: page.getByLabel('SSID'),
    password: page.getByLabel('パスワード', { exact: true }),
    size: page.getByRole('slider', { name: '画像のサイズ（px）' }),
    picture: page.getByRole('img', { name: 'WiFiのQRコード' }),
    back: page.getByRole('link', { name: 'ログインに戻る' }),
    save,
    /** The picture as it is saved: what a camera takes from it, and its side in pixels. */
    async saved() {
      const image = sharp(await download(save))
        .ensureAlpha()
        .raw()
      const { data, info } = await image.toBuffer({ resolveWithObject: true })
      // All the time that it takes: not a frame of a live camera.
      const text = decodeQR(
        { data: Uint8Array.from(data), width: info.width, height: info.height },
        { timeLimit: 10_000 },
      )
      return { text, width: info.width, height: info.height }
    },
  }
}
