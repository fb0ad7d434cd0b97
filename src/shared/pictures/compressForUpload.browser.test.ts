// Covers docs/requirements.md: 215, 272, 690

import { expect, test } from 'vitest'
import { compressForUpload } from './compressForUpload.ts'

/** Noise at eight times its size, about as detailed as a photograph. */
async function detailed(width: number, height: number): Promise<File> {
  const noise = new ImageData(width / 8, height / 8)
  noise.data.forEach((_, index, data) => {
    data[index] = index % 4 === 3 ? 255 : Math.random() * 256
  })
  const small = await createImageBitmap(noise)
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.drawImage(small, 0, 0, width, height)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
  return new File([blob], 'meter.jpg', { type: blob.type })
}

test('an upload is a JPEG of about 500 kB, 2,000 px on its long side', async () => {
  const file = await detailed(2400, 3200)
  expect(file.size).toBeGreaterThan(600_000)
  const small = await compressForUpload(file)
  expect(small.type).toBe('image/jpeg')
  expect(small.size).toBeLessThan(0.55 * 1024 * 1024)
  const { width, height } = await createImageBitmap(small)
  expect([width, height]).toEqual([1500, 2000])
})

test('a damaged JPEG is uploaded as it is, so that the server can see the damage', async () => {
  const file = await detailed(80, 60)
  const damaged = new File([file.slice(0, -2)], file.name, { type: file.type })
  expect(await compressForUpload(damaged)).toBe(damaged)
})

test('what cannot be decoded goes to the server as it is', async () => {
  const file = new File(['not a picture'], 'meter.heic', { type: 'image/heic' })
  expect(await compressForUpload(file)).toBe(file)
})
