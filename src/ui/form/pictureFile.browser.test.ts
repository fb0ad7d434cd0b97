import { expect, test } from 'vitest'
import { preparePictureFile } from './pictureFile.ts'

test('a picture is taken as a JPEG', async () => {
  const drawn = await (await fetch('/icon-192.png')).blob()
  const taken = await preparePictureFile(new File([drawn], 'a.png', { type: 'image/png' }))
  expect(taken).toMatchObject({ type: 'image/jpeg' })
})

test('what the browser cannot decode, told by its name where the system knows no kind, and what is no picture, is refused in words', async () => {
  const heic = new File(['ftypheic'], 'IMG_0001.heic', { type: '' })
  expect(await preparePictureFile(heic)).toMatch(/^このブラウザではHEICの画像を読み込めません。/)
  const memo = new File(['検針票'], 'memo.txt', { type: 'text/plain' })
  expect(await preparePictureFile(memo)).toBe('画像ファイルを選択してください')
})
