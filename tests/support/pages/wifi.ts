import type { Page } from 'playwright'
import { download } from '../files/download.ts'
import { qrIn } from '../files/qr.ts'

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
    /** The downloaded picture. */
    saved: async () => qrIn(await download(save)),
  }
}
