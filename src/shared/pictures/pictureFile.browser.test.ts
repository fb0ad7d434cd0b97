import { expect, test } from 'vitest'
import { avif } from '../../../tests/support/files/avif.ts'
import { heic } from '../../../tests/support/files/heic.ts'
import { preparePictureFile } from './pictureFile.ts'

const drawn = async () => (await fetch('/icon-192.png')).blob()

async function jpeg(): Promise<Blob> {
  const canvas = new OffscreenCanvas(64, 48)
  canvas.getContext('2d')?.fillRect(0, 0, 64, 48)
  return canvas.convertToBlob({ type: 'image/jpeg' })
}

test.each([
  ['a PNG', drawn, 'a.png', 'image/png'],
  ['a JPEG with the type image/jpg', jpeg, 'a.jpg', 'image/jpg'],
  ['a JPEG with the type application/octet-stream', jpeg, 'a.bin', 'application/octet-stream'],
  ['a JPEG without a type', jpeg, 'a', ''],
  ['a JPEG with the name and type of a text', jpeg, 'a.txt', 'text/plain'],
])('%s is accepted and uploaded as a JPEG', async (_what, draw, name, type) => {
  expect(await preparePictureFile(new File([await draw()], name, { type }))).toMatchObject({
    type: 'image/jpeg',
  })
})

test.each([
  ['an AVIF picture named .jpg', avif, 'a.jpg', 'image/jpeg', /^AVIF の画像は使えません。/],
  ['a HEIC picture named .jpg', heic, 'a.jpg', 'image/jpeg', /^このブラウザではHEICの画像を読み込めません。/],
  [
    'a HEIC picture without a type',
    heic,
    'IMG_0001.heic',
    '',
    /^このブラウザではHEICの画像を読み込めません。/,
  ],
  ['a text named .jpg', '検針票', 'memo.jpg', 'image/jpeg', /^画像ファイルを選択してください/],
  ['an empty file', '', 'a.jpg', 'image/jpeg', /^画像を読み込めませんでした。/],
])('%s is refused with the reason', async (_what, content, name, type, reason) => {
  expect(await preparePictureFile(new File([content], name, { type }))).toMatch(reason)
})
